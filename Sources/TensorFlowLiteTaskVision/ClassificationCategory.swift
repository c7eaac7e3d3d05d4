public import Foundation
import SightDropIn
import SightTasks

/// A class of a model with its score.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLCategory)
#endif
public final class ClassificationCategory: NSObject, Sendable {
    /// The class index.
    public let index: Int
    /// The score; conventionally in 0…1.
    public let score: Float
    /// The label from the model's label file; `nil` without one.
    public let label: String?
    /// The label in the language of the options; `nil` if the model has none.
    public let displayName: String?

    /// Makes a category.
    public init(index: Int, score: Float, label: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.label = label
        self.displayName = displayName
    }

    convenience init(_ category: TaskCategory) {
        self.init(
            index: category.index, score: category.score, label: category.name,
            displayName: category.displayName)
    }
}
