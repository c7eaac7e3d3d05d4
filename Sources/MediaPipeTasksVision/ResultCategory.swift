public import Foundation
import SightDropIn
import SightTasks

/// One class of a model with its score.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPCategory)
#endif
public final class ResultCategory: NSObject, Sendable {
    /// The class index.
    public let index: Int
    /// The model's score, by convention in 0…1.
    public let score: Float
    /// The name in the model's label file; `nil` without one.
    public let categoryName: String?
    /// The name in the language of the options; `nil` when the model has none.
    public let displayName: String?

    /// Makes a category.
    public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
        self.index = index
        self.score = score
        self.categoryName = categoryName
        self.displayName = displayName
    }

    convenience init(_ category: TaskCategory) {
        self.init(
            index: category.index, score: category.score, categoryName: category.name,
            displayName: category.displayName)
    }
}
