public import SightTracking

/// An image of a stream and the time at which it was taken.
public struct TimedImage: Sendable {
    /// The image.
    public var image: VisionImage
    /// The time at which it was taken.
    public var time: FrameTime

    /// Makes a timed image.
    public init(_ image: VisionImage, at time: FrameTime) {
        self.image = image
        self.time = time
    }
}
