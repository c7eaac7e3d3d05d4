public import Foundation
import Sight

/// A name for an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKImageLabel)
#endif
public final class ImageLabel: NSObject, Sendable {
    /// The name in words; empty when the model has no label texts.
    public let text: String
    /// How sure the classifier is; conventionally in 0…1.
    public let confidence: Float
    /// The index among all labels of the classifier.
    public let index: Int

    init(_ label: Label) {
        text = label.text
        confidence = label.score
        index = label.index
    }

    /// Whether two labels say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ImageLabel else { return false }
        return (other.text, other.index, other.confidence) == (text, index, confidence)
    }

    /// A hash of the label's content.
    public override var hash: Int { index.hashValue ^ text.hashValue }
}
