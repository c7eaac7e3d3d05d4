public import SightTracking

/// A picture of a stream and when it was taken.
public struct TimedImage: Sendable {
    /// The picture.
    public var image: VisionImage
    /// When it was taken.
    public var time: FrameTime

    /// Makes one.
    public init(_ image: VisionImage, at time: FrameTime) {
        self.image = image
        self.time = time
    }
}
