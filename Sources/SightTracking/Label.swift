/// A class that a model assigns to a box, with its score.
public struct Label: Hashable, Sendable {
    /// The text from the model's label file; empty if the file has none for this class.
    public let text: String
    /// The class index: the position of the class in the model's output.
    public let index: Int
    /// The certainty of the model, usually in 0…1.
    public let score: Float

    /// Creates a label.
    public init(text: String, index: Int, score: Float) {
        self.text = text
        self.index = index
        self.score = score
    }
}
