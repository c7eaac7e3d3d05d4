public import Foundation
import Sight
import SightDropIn

extension ImageEmbedder {
    /// The cosine of the angle between two embeddings, both of floats or both of bytes.
    ///
    /// - Returns: a `Double` in −1…1.
    /// - Throws: an `NSError` in `SightErrorDomain` with the code `invalidArgument`: embeddings of
    ///   different kinds or sizes, and one whose numbers are all 0.
    #if canImport(ObjectiveC)
        @objc(cosineSimilarityBetweenEmbedding1:andEmbedding2:error:)
    #endif
    public static func cosineSimilarity(embedding1: Embedding, embedding2: Embedding) throws
        -> NSNumber
    {
        let pairs = [
            (embedding1.floatEmbedding, embedding2.floatEmbedding),
            (embedding1.quantizedEmbedding, embedding2.quantizedEmbedding),
        ]
        for case (let one?, let other?) in pairs {
            let vectors = [one, other].map { Sight.Embedding(values: $0.map(\.floatValue)) }
            guard let cosine = vectors[0].cosineSimilarity(to: vectors[1]) else {
                throw DropInError(
                    .invalidArgument,
                    "embeddings of \(one.count) and \(other.count) numbers cannot be compared: take "
                        + "two of the same model that are not all 0"
                ).nsError
            }
            return NSNumber(value: cosine)
        }
        throw DropInError(
            .invalidArgument,
            "an embedding of floats and one of bytes cannot be compared: make both with the same "
                + "quantize"
        ).nsError
    }
}
