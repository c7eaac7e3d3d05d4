/// The points of one body, hand or face.
public struct KeypointSet: Hashable, Sendable {
    /// The points in the model's order.
    public let points: [Keypoint]
    /// The score of the body, hand or face, 0…1; `nil` for models that have none.
    public let score: Float?

    /// Makes a set.
    public init(points: [Keypoint], score: Float? = nil) {
        self.points = points
        self.score = score
    }
}
