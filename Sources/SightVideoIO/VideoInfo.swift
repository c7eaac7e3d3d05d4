public import SightGeometry

/// What a video says about itself before its first frame.
public struct VideoInfo: Hashable, Sendable {
    /// Stored pixels in a row; frames may differ when the stream changes its size.
    public var width: Int
    /// Stored rows.
    public var height: Int
    /// How frames must be turned to stand upright.
    public var orientation: Orientation
    /// Frames a second on average; `nil` when unknown.
    public var frameRate: Double?
    /// Length of the stream; `nil` for live sources.
    public var duration: Duration?
    /// Frames that the container lists, or an estimate from the length; `nil` when unknown.
    public var frameCount: Int?
    /// The codec's name, such as `h264`.
    public var codec: String
    /// The container's name, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    public var container: String

    /// Makes a description.
    public init(
        width: Int, height: Int, orientation: Orientation = .up, frameRate: Double? = nil,
        duration: Duration? = nil, frameCount: Int? = nil, codec: String, container: String
    ) {
        self.width = width
        self.height = height
        self.orientation = orientation
        self.frameRate = frameRate
        self.duration = duration
        self.frameCount = frameCount
        self.codec = codec
        self.container = container
    }
}
