public import Foundation
import Sight

/// A label of an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKImageLabel)
#endif
public final class ImageLabel: NSObject, Sendable {
    /// The text of the label; empty if the model has no label texts.
    public let text: String
    /// The confidence of the classifier; conventionally in 0…1.
    public let confidence: Float
    /// The class index of the label.
    public let index: Int

    init(_ label: Label) {
        text = label.text
        confidence = label.score
        index = label.index
    }

    /// Whether two labels have the same text, index and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ImageLabel else { return false }
        return (other.text, other.index, other.confidence) == (text, index, confidence)
    }

    /// A hash of the label's index and text.
    public override var hash: Int { index.hashValue ^ text.hashValue }
}
