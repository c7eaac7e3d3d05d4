/// A name for what is in a box, with the classifier's score.
public struct Label: Hashable, Sendable {
    /// The display name from the model's label file; empty when it has none.
    public let text: String
    /// The class index in the model's output, independent of sorting.
    public let index: Int
    /// How sure the model is; conventionally in 0…1.
    public let score: Float

    /// Makes a label.
    public init(text: String, index: Int, score: Float) {
        self.text = text
        self.index = index
        self.score = score
    }
}
