public import SightGeometry

/// A point of a body, a hand or a face.
public struct Keypoint: Hashable, Sendable {
    /// The position in upright pixels; it may lie outside of the image.
    public let position: Point<Upright>
    /// The depth in the units of x; `nil` for models without depth.
    public let depth: Float?
    /// The score of the point, 0…1; `nil` for models that have one score for all points.
    public let score: Float?
    /// The name, such as `left wrist`; empty where points have numbers only.
    public let name: String

    /// Makes a point.
    public init(
        position: Point<Upright>, depth: Float? = nil, score: Float? = nil, name: String = ""
    ) {
        self.position = position
        self.depth = depth
        self.score = score
        self.name = name
    }
}
