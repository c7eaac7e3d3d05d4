public import SightGeometry

/// One object in an image, as detectors and trackers return it.
public struct Object: Hashable, Sendable {
    /// The box in stored pixels: the image before its orientation is applied.
    ///
    /// It lies inside the image. ML Kit's `frame` has the same space.
    public let box: Rect<Source>
    /// The box in upright pixels; it lies inside the image.
    public let uprightBox: Rect<Upright>
    /// The localizer's score, in 0…1.
    public let score: Float
    /// The tracking ID, which stays the same from frame to frame; `nil` for single images.
    public let trackingID: Int?
    /// The labels, best first; empty when unknown or not requested.
    public let labels: [Label]

    /// The localizer's points of the object in stored pixels, in the model's order; empty for models
    /// without points and for tracked objects.
    ///
    /// Points may lie outside of the image. ``Detection/keypoints`` says what they are.
    public let keypoints: [Point<Source>]
    /// The same points in upright pixels.
    public let uprightKeypoints: [Point<Upright>]

    /// Makes an object.
    public init(
        box: Rect<Source>, uprightBox: Rect<Upright>, score: Float, trackingID: Int? = nil,
        labels: [Label] = [], keypoints: [Point<Source>] = [],
        uprightKeypoints: [Point<Upright>] = []
    ) {
        self.box = box
        self.uprightBox = uprightBox
        self.score = score
        self.trackingID = trackingID
        self.labels = labels
        self.keypoints = keypoints
        self.uprightKeypoints = uprightKeypoints
    }
}
