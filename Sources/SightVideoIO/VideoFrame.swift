public import SightGeometry
public import SightImage

/// One decoded frame: stored pixels, how they must be turned, and when they are shown.
public struct VideoFrame: Sendable {
    /// The pixels as stored: I420 or NV12 for nearly every video, RGB for pictures that are.
    ///
    /// A copy of its own, so that keeping a frame keeps nothing of the decoder.
    public var buffer: ImageBuffer
    /// How the pixels must be turned to stand upright: the stream's rotation.
    public var orientation: Orientation
    /// Position among the frames that were delivered, from 0.
    public var index: Int
    /// When the frame is shown, counted from the first frame; later than that of the one before.
    public var time: Duration
    /// Whether the decoder had to guess parts of the frame.
    public var isDamaged: Bool

    /// Makes a frame.
    public init(
        buffer: ImageBuffer, orientation: Orientation = .up, index: Int, time: Duration,
        isDamaged: Bool = false
    ) {
        self.buffer = buffer
        self.orientation = orientation
        self.index = index
        self.time = time
        self.isDamaged = isDamaged
    }
}
