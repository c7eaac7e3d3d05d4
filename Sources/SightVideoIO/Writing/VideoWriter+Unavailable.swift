#if !(Video && canImport(CLibAV)) && !canImport(Darwin)
    public import SightImage
    public import SightTracking

    /// The writer of builds without the package trait `Video`: it writes no videos.
    public final class VideoWriter {
        /// The number of frames that were written.
        public let frameCount = 0

        /// Throws, because this build has no FFmpeg.
        ///
        /// - Throws: `unsupportedFormat`.
        public init(
            path: String, width: Int, height: Int,
            options: VideoWriterOptions = VideoWriterOptions()
        ) throws(VideoError) {
            throw VideoError(
                .unsupportedFormat, "\(path): this build cannot write video (trait Video)")
        }

        /// This is never called, because no instance exists.
        public func append(_ image: ImageBuffer, at time: FrameTime) throws(VideoError) {}
        /// This is never called, because no instance exists.
        public func finish() throws(VideoError) {}
        /// This is never called, because no instance exists.
        public func cancel() {}
    }
#endif
