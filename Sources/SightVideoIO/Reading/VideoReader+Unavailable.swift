#if !(Video && canImport(CLibAV)) && !canImport(Darwin)
    /// The reader of builds without the package trait `Video`: it reads no videos.
    public final class VideoReader: FrameSource {
        /// The properties of the video.
        public let info = VideoInfo(width: 0, height: 0, codec: "", container: "")
        /// The numbers of delivered, damaged and lost frames so far.
        public let statistics = VideoStatistics()

        /// Throws, because this build has no FFmpeg.
        ///
        /// - Throws: `unsupportedFormat`.
        public init(
            _ input: VideoInput, options: VideoOptions = VideoOptions(),
            interruption: VideoInterruption = VideoInterruption()
        ) throws(VideoError) {
            throw VideoError(
                .unsupportedFormat, "\(input): this build cannot read video (trait Video)")
        }

        /// This is never called, because no instance exists.
        public func next() throws(VideoError) -> VideoFrame? { nil }
    }
#endif
