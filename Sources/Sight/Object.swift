public import SightGeometry

/// One object in an image: what users get.
public struct Object: Hashable, Sendable {
    /// Where, in stored pixels: the image before its orientation is applied.
    ///
    /// Inside the image. The space of ML Kit's `frame`.
    public let box: Rect<Source>
    /// Where, in upright pixels; inside the image.
    public let uprightBox: Rect<Upright>
    /// How sure the localizer is, in 0…1.
    public let score: Float
    /// The identity that holds from frame to frame; `nil` for single images.
    public let trackingID: Int?
    /// What the object is, best first; empty when unknown or not asked for.
    public let labels: [Label]

    /// Makes an object.
    public init(
        box: Rect<Source>, uprightBox: Rect<Upright>, score: Float, trackingID: Int? = nil,
        labels: [Label] = []
    ) {
        self.box = box
        self.uprightBox = uprightBox
        self.score = score
        self.trackingID = trackingID
        self.labels = labels
    }
}
