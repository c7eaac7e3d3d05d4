#if !canImport(Darwin)
    /// A moment or a span: `value` parts of which `timescale` make a second.
    public struct CMTime: Hashable, Sendable {
        /// How many parts.
        public var value: Int64
        /// Parts of a second.
        public var timescale: Int32
        private var isSet = true

        /// Makes a time; invalid when the timescale is not positive.
        public init(value: Int64, timescale: Int32) {
            self.value = value
            self.timescale = timescale
        }

        /// Makes the nearest time; invalid for numbers that are too large.
        public init(seconds: Double, preferredTimescale: Int32) {
            let value = (seconds * Double(preferredTimescale)).rounded()
            guard let whole = Int64(exactly: value) else {
                self = .invalid
                return
            }
            self.init(value: whole, timescale: preferredTimescale)
        }

        private init() {
            self.init(value: 0, timescale: 0)
            isSet = false
        }

        /// No time at all.
        public static let invalid = CMTime()
        /// The start.
        public static let zero = CMTime(value: 0, timescale: 1)

        /// Whether this is a time.
        public var isValid: Bool { isSet && timescale > 0 }
        /// Whether this is a time that can be counted.
        public var isNumeric: Bool { isValid }
        /// In seconds; NaN when invalid.
        public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }
    }

    extension CMTime: Comparable {
        /// Whether one time comes before another.
        public static func < (first: CMTime, second: CMTime) -> Bool {
            first.seconds < second.seconds
        }
    }

    /// Makes a time.
    public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
        CMTime(value: value, timescale: timescale)
    }

    /// A time in seconds; NaN when invalid.
    public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
#endif
