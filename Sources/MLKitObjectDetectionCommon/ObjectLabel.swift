public import Foundation
import Sight

/// A name for an object.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObjectLabel)
#endif
public final class ObjectLabel: NSObject, Sendable {
    /// The name in words; empty when the model has no label texts.
    public let text: String
    /// The index among all labels of the classifier.
    public let index: Int
    /// How sure the classifier is; conventionally in 0…1.
    public let confidence: Float

    init(_ label: Label) {
        text = label.text
        index = label.index
        confidence = label.score
    }

    /// Whether two labels say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ObjectLabel else { return false }
        return (other.text, other.index, other.confidence) == (text, index, confidence)
    }

    /// A hash of the label's content.
    public override var hash: Int { index.hashValue ^ text.hashValue }
}
