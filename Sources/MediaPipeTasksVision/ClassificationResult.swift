public import Foundation

/// The categories of one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPClassificationResult)
#endif
public final class ClassificationResult: NSObject, Sendable {
    /// One entry for each output of the model.
    public let classifications: [Classifications]
    /// When the frame was taken; 0 for single images.
    public let timestampInMilliseconds: Int

    /// Makes a result.
    public init(classifications: [Classifications], timestampInMilliseconds: Int = 0) {
        self.classifications = classifications
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
