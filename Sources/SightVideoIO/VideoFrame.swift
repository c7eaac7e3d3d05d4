public import SightGeometry
public import SightImage
public import SightTracking

/// One decoded frame: its stored pixels, its orientation and its time.
public struct VideoFrame: Sendable {
    /// The stored pixels: with FFmpeg, I420 or NV12 for nearly every video, and RGB, RGBA, BGRA or
    /// gray if the video is stored in this form; on Apple's platforms, BGRA.
    ///
    /// With FFmpeg, the buffer is a copy. On Apple's platforms, it is memory of the decoder, so
    /// keep few frames there.
    public var buffer: ImageBuffer
    /// The turn that makes the pixels upright: the one that the frame states, or else the stream.
    public var orientation: Orientation
    /// The position of the frame among the delivered frames, from 0; of images, the position among
    /// all images, so that it stays the same if one before it cannot be read.
    public var index: Int
    /// The time at which the frame is shown, counted from the first frame; later than the time of
    /// the previous frame.
    public var time: FrameTime
    /// Whether the container found damage in the frame's packets, or the decoder had to conceal
    /// damaged parts; always `false` on Apple's platforms, which do not report damage.
    public var isDamaged: Bool

    /// Creates a frame; the properties describe the values.
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
