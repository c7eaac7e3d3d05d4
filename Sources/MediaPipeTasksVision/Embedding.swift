public import Foundation
import Sight

/// The feature vector of one output of an embedder.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPEmbedding)
#endif
public final class Embedding: NSObject, Sendable {
    /// The vector as `Float`s; `nil` if the options ask for bytes.
    public var floatEmbedding: [NSNumber]? { floats?.map { NSNumber(value: $0) } }
    /// The vector as `Int8`s, −1…1 as −128…127; `nil` if the options do not ask for bytes.
    public var quantizedEmbedding: [NSNumber]? { bytes?.map { NSNumber(value: Int($0)) } }
    /// The index of the output.
    public let headIndex: Int
    /// The name of the output in the metadata; `nil` without one.
    public let headName: String?
    private let floats: [Float]?
    private let bytes: [Int8]?

    /// Makes an embedding.
    #if canImport(ObjectiveC)
        @objc(initWithFloatEmbedding:quantizedEmbedding:headIndex:headName:)
    #endif
    public init(
        floatEmbedding: [NSNumber]?, quantizedEmbedding: [NSNumber]?, head headIndex: Int,
        headName: String?
    ) {
        floats = floatEmbedding?.map(\.floatValue)
        bytes = quantizedEmbedding?.map(\.int8Value)
        self.headIndex = headIndex
        self.headName = headName
    }

    init(_ embedding: Sight.Embedding, quantize: Bool) {
        floats = quantize ? nil : embedding.values
        bytes = quantize ? embedding.quantized : nil
        headIndex = embedding.index
        headName = embedding.name.isEmpty ? nil : embedding.name
    }
}
