public import Foundation
import SightDropIn

/// What a classifier says of an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLClassificationResult)
#endif
public final class ClassificationResult: NSObject, Sendable {
    /// One entry for each output of the model.
    public let classifications: [Classifications]

    init(_ found: [TaskCategory]) {
        classifications = [
            Classifications(headIndex: 0, found.map { ClassificationCategory($0) })
        ]
    }
}
