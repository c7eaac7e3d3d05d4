#if !(Video && canImport(CLibAV)) && !canImport(Darwin)
    /// Reads videos; not in this build, which lacks the package trait `Video`.
    public final class VideoReader: FrameSource {
        /// What the video says about itself.
        public let info = VideoInfo(width: 0, height: 0, codec: "", container: "")
        /// What has become of the frames so far.
        public let statistics = VideoStatistics()

        /// Fails: there is no FFmpeg in this build.
        ///
        /// - Throws: `unsupportedFormat`.
        public init(
            _ input: VideoInput, options: VideoOptions = VideoOptions(),
            interruption: VideoInterruption = VideoInterruption()
        ) throws(VideoError) {
            throw VideoError(
                .unsupportedFormat, "\(input): this build cannot read video (trait Video)")
        }

        /// Never called: there is no instance.
        public func next() throws(VideoError) -> VideoFrame? { nil }
    }
#endif
