#if !canImport(Darwin)
    /// The times of a sample.
    public struct CMSampleTimingInfo: Hashable, Sendable {
        /// The time for which the sample is shown.
        public var duration: CMTime
        /// The time from which the sample is shown.
        public var presentationTimeStamp: CMTime
        /// The time at which the sample must be decoded; ignored.
        public var decodeTimeStamp: CMTime

        /// Makes the times of a sample; a time that is not given is invalid.
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
