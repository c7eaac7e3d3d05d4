import Foundation
import Sight

/// The embeddings of one frame.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImageEmbedderResult)
#endif
public final class ImageEmbedderResult: TaskResult, @unchecked Sendable {  // constants
    /// The embeddings.
    public let embeddingResult: EmbeddingResult

    /// Makes a result; without embeddings where there are none.
    public init(embeddingResult: EmbeddingResult?, timestampInMilliseconds: Int) {
        self.embeddingResult =
            embeddingResult
            ?? EmbeddingResult(embeddings: [], timestampInMilliseconds: timestampInMilliseconds)
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }

    convenience init(_ found: [Sight.Embedding], quantize: Bool, at milliseconds: Int) {
        self.init(
            embeddingResult: EmbeddingResult(
                embeddings: found.map { Embedding($0, quantize: quantize) },
                timestampInMilliseconds: milliseconds), timestampInMilliseconds: milliseconds)
    }
}
