public import SightGeometry

/// The properties of a video that are known before its first frame.
public struct VideoInfo: Hashable, Sendable {
    /// Stored pixels per row; the frames may differ if the stream changes its size.
    public var width: Int
    /// Number of stored rows.
    public var height: Int
    /// The turn that makes the frames upright.
    public var orientation: Orientation
    /// The average number of frames per second; `nil` if unknown.
    public var frameRate: Double?
    /// The length of the stream in seconds; `nil` for live sources.
    public var duration: Double?
    /// The number of frames that the container states, or an estimate from the length; `nil` if
    /// unknown.
    public var frameCount: Int?
    /// The name of the codec, such as `h264`.
    public var codec: String
    /// The name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    public var container: String
    /// How a player shows the stored pixels.
    public var presentation: VideoPresentation
    /// Whether the server of an address states the number of bytes of the video.
    public var statesByteCount = false

    /// Whether the video is known to have an end, as a file at an address has.
    package var isStored: Bool { duration != nil || statesByteCount }

    /// The containers that store images or packets one after the other, without times.
    private static let untimed: Set<String> = [
        "mpjpeg", "mjpeg", "h261", "h263", "h264", "hevc", "vvc", "m4v", "mpegvideo", "cavsvideo",
        "dirac", "vc1", "obu", "bmp_pipe", "gif_pipe", "jpeg_pipe", "png_pipe", "tiff_pipe",
        "webp_pipe",
    ]

    /// Whether the container states the times of its frames.
    package var statesTimes: Bool { Self.statesTimes(container) }

    /// Whether a container states the times of its frames.
    static func statesTimes(_ container: String) -> Bool { !untimed.contains(container) }

    /// Makes a description.
    public init(
        width: Int, height: Int, orientation: Orientation = .up, frameRate: Double? = nil,
        duration: Double? = nil, frameCount: Int? = nil, codec: String, container: String,
        presentation: VideoPresentation = VideoPresentation()
    ) {
        self.width = width
        self.height = height
        self.orientation = orientation
        self.frameRate = frameRate
        self.duration = duration
        self.frameCount = frameCount
        self.codec = codec
        self.container = container
        self.presentation = presentation
    }
}
