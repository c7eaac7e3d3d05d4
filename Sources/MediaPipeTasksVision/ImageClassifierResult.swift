import Foundation
import SightDropIn
import SightTasks

/// The classes of one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageClassifierResult)
#endif
public final class ImageClassifierResult: TaskResult, @unchecked Sendable {  // constants
    /// The classes.
    public let classificationResult: ClassificationResult

    /// Makes a result.
    public init(classificationResult: ClassificationResult, timestampInMilliseconds: Int) {
        self.classificationResult = classificationResult
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ found: [TaskHead], at milliseconds: Int) {
        let classifications = found.map { head in
            Classifications(
                head: head.index, headName: head.name,
                categories: head.categories.map { ResultCategory($0) })
        }
        self.init(
            classificationResult: ClassificationResult(
                classifications: classifications, timestampInMilliseconds: milliseconds),
            timestampInMilliseconds: milliseconds)
    }
}
