/// How a video is written.
public struct VideoWriterOptions: Hashable, Sendable {
    /// What frames are encoded with.
    public enum Codec: String, Hashable, Sendable, CaseIterable {
        /// H.264, or MPEG-4 part 2 where this machine's FFmpeg has no encoder for it.
        case automatic
        /// H.264 or an error.
        case h264
        /// MPEG-4 part 2.
        case mpeg4
    }

    /// What frames are encoded with.
    public var codec = Codec.automatic
    /// Frames a second, as a hint for the encoder; times are kept as they are given.
    public var frameRate: Double = 25
    /// Constant quality of H.264: 0 is lossless, 51 the worst.
    public var quality = 23
    /// x264's preset: from `ultrafast` to `veryslow`.
    public var preset = "superfast"
    /// Threads that encode; 0 for all processors.
    public var threadCount = 0

    /// The defaults.
    public init() {}
}
