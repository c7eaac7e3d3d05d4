public import Foundation

/// What one output of a classifier says.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLClassifications)
#endif
public final class Classifications: NSObject, Sendable {
    /// The index of the output.
    public let headIndex: Int
    /// The classes, best first.
    public let categories: [ClassificationCategory]

    init(headIndex: Int, _ categories: [ClassificationCategory]) {
        self.headIndex = headIndex
        self.categories = categories
    }
}
