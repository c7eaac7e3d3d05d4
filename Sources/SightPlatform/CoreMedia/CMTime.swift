#if !canImport(Darwin)
    /// A time or a duration: `value` divided by `timescale`, in seconds.
    public struct CMTime: Hashable, Sendable {
        /// The number of units.
        public var value: Int64
        /// The number of units in a second.
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

        /// An invalid time.
        public static let invalid = CMTime()
        /// The time 0.
        public static let zero = CMTime(value: 0, timescale: 1)

        /// Whether the time is valid.
        public var isValid: Bool { isSet && timescale > 0 }
        /// Whether the time is a number; the same as ``isValid`` here.
        public var isNumeric: Bool { isValid }
        /// The time in seconds; NaN if it is invalid.
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

    /// A time in seconds; NaN if it is invalid.
    public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
#endif
