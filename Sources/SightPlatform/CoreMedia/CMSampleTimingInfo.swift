#if !canImport(Darwin)
    /// When a sample is to be shown.
    public struct CMSampleTimingInfo: Hashable, Sendable {
        /// How long.
        public var duration: CMTime
        /// From when.
        public var presentationTimeStamp: CMTime
        /// When it must be decoded; not looked at.
        public var decodeTimeStamp: CMTime

        /// Makes a value; no times are known unless given.
        public init(
            duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid,
            decodeTimeStamp: CMTime = .invalid
        ) {
            self.duration = duration
            self.presentationTimeStamp = presentationTimeStamp
            self.decodeTimeStamp = decodeTimeStamp
        }
    }
#endif
