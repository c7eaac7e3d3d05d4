public import Foundation
import SightDropIn
import SightTasks

/// The result of a classifier for an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLClassificationResult)
#endif
public final class ClassificationResult: NSObject, Sendable {
    /// One entry for each output of the model.
    public let classifications: [Classifications]

    /// Makes a result.
    public init(classifications: [Classifications]) { self.classifications = classifications }

    convenience init(_ found: [TaskHead]) {
        self.init(
            classifications: found.map { head in
                Classifications(
                    head: head.index, headName: head.name,
                    categories: head.categories.map { ClassificationCategory($0) })
            })
    }
}
