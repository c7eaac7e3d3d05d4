#if !(Video && canImport(CLibAV)) && !canImport(Darwin)
    public import SightImage
    public import SightTracking

    /// Writes videos; not in this build, which lacks the package trait `Video`.
    public final class VideoWriter {
        /// Frames written.
        public let frameCount = 0

        /// Fails: there is no FFmpeg in this build.
        ///
        /// - Throws: `unsupportedFormat`.
        public init(
            path: String, width: Int, height: Int,
            options: VideoWriterOptions = VideoWriterOptions()
        ) throws(VideoError) {
            throw VideoError(
                .unsupportedFormat, "\(path): this build cannot write video (trait Video)")
        }

        /// Never called: there is no instance.
        public func append(_ image: ImageBuffer, at time: FrameTime) throws(VideoError) {}
        /// Never called: there is no instance.
        public func finish() throws(VideoError) {}
        /// Never called: there is no instance.
        public func cancel() {}
    }
#endif
