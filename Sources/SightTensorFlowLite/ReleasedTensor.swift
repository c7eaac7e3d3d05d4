import Foundation
import SightInference
import SightModelFile
import SightTensor

/// The bytes of a tensor whose memory was released because an input got another shape.
///
/// LiteRT keeps the bytes of all tensors except that input until it allocates memory again, so that
/// callers can still read and fill them.
struct ReleasedTensor {
    /// The tensor in the released memory.
    let spec: TensorSpec
    /// The bytes, or the packed strings.
    private(set) var data: Data

    /// Copies a tensor; `nil` if it has no bytes.
    init?(_ spec: TensorSpec, in execution: Execution) {
        guard execution.isKnown(spec), let data = execution.data(of: spec) else { return nil }
        self.spec = spec
        self.data = data
    }

    /// Replaces the bytes, or the packed strings.
    mutating func fill(with data: Data) throws(InputFailure) {
        guard spec.elementType == .string else {
            guard data.count == self.data.count else {
                throw .count(provided: data.count, required: self.data.count)
            }
            // The indices of a slice do not start at 0.
            self.data = data.withUnsafeBytes { Data($0) }
            return
        }
        guard let strings = data.withUnsafeBytes({ StringPacking.unpack($0) }) else {
            throw .notPacked
        }
        try fill(with: strings)
    }

    /// Replaces the strings.
    mutating func fill(with strings: [[UInt8]]) throws(InputFailure) {
        guard spec.elementType == .string else { throw .otherType }
        guard strings.count == spec.shape.elementCount else {
            throw .count(provided: strings.count, required: spec.shape.elementCount)
        }
        guard let packed = StringPacking.pack(strings) else { throw .notPacked }
        data = Data(packed)
    }
}
