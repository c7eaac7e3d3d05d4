public import Foundation
import Sight

/// A label of an object.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObjectLabel)
#endif
public final class ObjectLabel: NSObject, Sendable {
    /// The text of the label; empty if the model has no label texts.
    public let text: String
    /// The class index of the label.
    public let index: Int
    /// The confidence of the classifier; conventionally in 0…1.
    public let confidence: Float

    init(_ label: Label) {
        text = label.text
        index = label.index
        confidence = label.score
    }

    /// Whether two labels have the same text, index and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ObjectLabel else { return false }
        return (other.text, other.index, other.confidence) == (text, index, confidence)
    }

    /// A hash of the label's index and text.
    public override var hash: Int { index.hashValue ^ text.hashValue }
}
