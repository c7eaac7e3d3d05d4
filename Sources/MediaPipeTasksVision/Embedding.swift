public import Foundation
import Sight

/// The feature vector of one output of an embedder.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPEmbedding)
#endif
public final class Embedding: NSObject,
    @unchecked Sendable  // constants; numbers never change
{
    /// The vector as `Float`s; `nil` where the options ask for bytes.
    public let floatEmbedding: [NSNumber]?
    /// The vector as `Int8`s, −1…1 as −128…127; `nil` where the options do not ask for them.
    public let quantizedEmbedding: [NSNumber]?
    /// The index of the output.
    public let headIndex: Int
    /// The name of the output in the metadata; `nil` without one.
    public let headName: String?

    /// Makes an embedding.
    #if canImport(ObjectiveC)
        @objc(initWithFloatEmbedding:quantizedEmbedding:headIndex:headName:)
    #endif
    public init(
        floatEmbedding: [NSNumber]?, quantizedEmbedding: [NSNumber]?, head headIndex: Int,
        headName: String?
    ) {
        self.floatEmbedding = floatEmbedding
        self.quantizedEmbedding = quantizedEmbedding
        self.headIndex = headIndex
        self.headName = headName
    }

    convenience init(_ embedding: Sight.Embedding, quantize: Bool) {
        self.init(
            floatEmbedding: quantize ? nil : embedding.values.map { NSNumber(value: $0) },
            quantizedEmbedding: quantize ? embedding.quantized.map { NSNumber(value: $0) } : nil,
            head: embedding.index, headName: embedding.name.isEmpty ? nil : embedding.name)
    }
}
