public import SightGeometry
public import SightImage
public import SightTracking

/// One decoded frame: its stored pixels, its orientation and its time.
public struct VideoFrame: Sendable {
    /// The stored pixels: I420 or NV12 for nearly every video, RGB for images that are stored as
    /// RGB.
    ///
    /// The buffer is a copy, so keeping a frame does not keep memory of the decoder.
    public var buffer: ImageBuffer
    /// The turn that makes the pixels upright, from the rotation of the stream.
    public var orientation: Orientation
    /// The position of the frame among the delivered frames, from 0.
    public var index: Int
    /// The time at which the frame is shown, counted from the first frame; later than the previous
    /// one.
    public var time: FrameTime
    /// Whether the container found damage in the frame's packets, or the decoder had to conceal
    /// damaged parts.
    public var isDamaged: Bool

    /// Creates a frame.
    public init(
        buffer: ImageBuffer, orientation: Orientation = .up, index: Int, time: FrameTime,
        isDamaged: Bool = false
    ) {
        self.buffer = buffer
        self.orientation = orientation
        self.index = index
        self.time = time
        self.isDamaged = isDamaged
    }
}
