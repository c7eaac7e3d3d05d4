/// The points of one body, hand or face.
public struct KeypointSet: Hashable, Sendable {
    /// The points in the model's order.
    public let points: [Keypoint]
    /// How sure the model is that they are there, 0…1; `nil` for models that do not say.
    public let score: Float?

    /// Makes a set.
    public init(points: [Keypoint], score: Float? = nil) {
        self.points = points
        self.score = score
    }
}
