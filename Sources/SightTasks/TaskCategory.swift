import Sight

/// One class of a model with its score, as the tasks return it.
package struct TaskCategory: Hashable, Sendable {
    /// The class index.
    package let index: Int
    /// The score of the class.
    package let score: Float
    /// The name in the label file; `nil` without one.
    package let name: String?
    /// The name to show; `nil` if the model has none in the language.
    package let displayName: String?

    init(_ label: Label, _ names: DisplayNames) {
        index = label.index
        score = label.score
        name = label.text.isEmpty ? nil : label.text
        displayName = names[label.text]
    }
}
