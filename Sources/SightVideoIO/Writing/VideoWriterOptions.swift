import SightConcurrency

/// The settings for writing a video.
public struct VideoWriterOptions: Hashable, Sendable {
    /// The codec of the video.
    public enum Codec: String, Hashable, Sendable, CaseIterable {
        /// H.264, or MPEG-4 part 2 if the FFmpeg of this machine has no encoder for H.264.
        case automatic
        /// H.264; an error if FFmpeg has no encoder for it.
        case h264
        /// MPEG-4 part 2.
        case mpeg4
    }

    /// The codec of the video.
    public var codec = Codec.automatic
    /// The frames per second, as a hint for the encoder; the times of the frames are kept.
    public var frameRate: Double = 25
    /// The constant quality of H.264, from 0 (lossless) to 51 (worst).
    public var quality = 23
    /// The preset of x264, from `ultrafast` to `veryslow`.
    public var preset = "superfast"
    /// The number of threads that encode; 0 for as many as this process may use processors, at most
    /// 16.
    public var threadCount = 0
    /// How a player shows the pixels; see ``VideoInfo/presentation`` for those of another video.
    public var presentation = VideoPresentation()

    /// The number of threads that encode, never 0.
    ///
    /// FFmpeg's own choice ignores the limit of a container.
    package var encodingThreadCount: Int {
        threadCount > 0 ? threadCount : min(ProcessorCount.available, 16)
    }

    /// The default settings.
    public init() {}

    /// Checks the numbers.
    ///
    /// - Throws: `invalidOptions`; the message begins with the path.
    func check(_ path: String) throws(VideoError) {
        guard (0...51).contains(quality), (0...64).contains(threadCount), frameRate > 0,
            frameRate <= 1000
        else {
            throw VideoError(
                .invalidOptions,
                "\(path): quality \(quality) is in 0…51, "
                    + "\(frameRate) frames a second in 0…1000, threads in 0…64")
        }
        guard presentation.isValid else {
            throw VideoError(
                .invalidOptions,
                "\(path): a pixel of \(presentation.pixelWidth):\(presentation.pixelHeight), color "
                    + "primaries \(presentation.colorPrimaries) and transfer characteristics "
                    + "\(presentation.transferCharacteristics); each is 1 to 255, or 65535 for "
                    + "pixels")
        }
    }
}
