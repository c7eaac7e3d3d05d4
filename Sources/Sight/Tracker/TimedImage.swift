public import SightTracking

/// An image of a stream and when it was taken.
public struct TimedImage: Sendable {
    /// The image.
    public var image: VisionImage
    /// When it was taken.
    public var time: FrameTime

    /// Makes one.
    public init(_ image: VisionImage, at time: FrameTime) {
        self.image = image
        self.time = time
    }
}
