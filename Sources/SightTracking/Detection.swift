public import SightGeometry

/// One box that a localizer found in one picture.
public struct Detection: Hashable, Sendable {
    /// Where, in upright pixels.
    ///
    /// May reach beyond the picture: models place the hidden part of objects that its edge cuts.
    public let box: Rect<Upright>
    /// How sure the model is, in 0…1.
    public let score: Float
    /// What the localizer takes it for; `nil` when it does not tell classes apart.
    public let label: Label?

    /// Makes a detection.
    public init(box: Rect<Upright>, score: Float, label: Label? = nil) {
        self.box = box
        self.score = score
        self.label = label
    }

    /// The detection with its box cut at the picture's edges.
    package func clamped(to size: Size<Upright>) -> Detection {
        Detection(box: box.clamped(to: size), score: score, label: label)
    }
}
