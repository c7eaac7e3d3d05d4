public import SightGeometry

/// One box that a localizer found in one image, with its score and perhaps a label.
public struct Detection: Hashable, Sendable {
    /// The box in upright pixels.
    ///
    /// The box may reach beyond the image, because some models also predict the hidden part of an
    /// object that the edge of the image cuts off.
    public let box: Rect<Upright>
    /// The certainty of the model, in 0…1.
    public let score: Float
    /// The class of the object; `nil` if the localizer does not distinguish classes.
    public let label: Label?
    /// The points of the object in upright pixels, in the model's order; empty without points.
    ///
    /// The points of a face are the eyes, the nose, the mouth and the ears.
    public let keypoints: [Point<Upright>]

    /// Creates a detection.
    public init(
        box: Rect<Upright>, score: Float, label: Label? = nil, keypoints: [Point<Upright>] = []
    ) {
        self.box = box
        self.score = score
        self.label = label
        self.keypoints = keypoints
    }

    /// Returns a copy whose box is clipped to the image.
    package func clamped(to size: Size<Upright>) -> Detection {
        Detection(box: box.clamped(to: size), score: score, label: label, keypoints: keypoints)
    }
}
