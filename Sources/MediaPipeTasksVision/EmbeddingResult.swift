public import Foundation

/// The feature vectors of one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPEmbeddingResult)
#endif
public final class EmbeddingResult: NSObject, Sendable {
    /// One entry for each output of the model.
    public let embeddings: [Embedding]
    /// When the frame was taken; 0 for single images.
    public let timestampInMilliseconds: Int

    /// Makes a result.
    public init(embeddings: [Embedding], timestampInMilliseconds: Int) {
        self.embeddings = embeddings
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
