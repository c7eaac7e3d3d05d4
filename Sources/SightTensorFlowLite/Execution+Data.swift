import Foundation
import SightInference
import SightModelFile
import SightTensor

extension Execution {
    /// Returns a copy of a tensor's bytes, or its packed strings; `nil` for strings whose offsets
    /// do not fit 32 bits.
    func data(of tensor: TensorSpec) -> Data? {
        guard tensor.elementType == .string else { return Data(bytes(tensor)) }
        return StringPacking.pack(strings(tensor)).map { Data($0) }
    }

    /// Fills an input with its bytes, or with packed strings.
    func fill(_ tensor: TensorSpec, with data: Data) throws(InputFailure) {
        guard isKnown(tensor) else { throw .notAllocated }
        guard tensor.elementType == .string else {
            let bytes = bytes(tensor)
            guard data.count == bytes.count else {
                throw .count(provided: data.count, required: bytes.count)
            }
            bytes.copyBytes(from: data)
            return
        }
        guard let strings = data.withUnsafeBytes({ StringPacking.unpack($0) }) else {
            throw .notPacked
        }
        try fill(tensor, with: strings)
    }

    /// Fills an input of strings.
    func fill(_ tensor: TensorSpec, with strings: [[UInt8]]) throws(InputFailure) {
        guard tensor.elementType == .string else { throw .otherType }
        do throws(ModelError) {
            try setStrings(strings, of: tensor)
        } catch {
            throw .count(provided: strings.count, required: tensor.shape.elementCount)
        }
    }
}
