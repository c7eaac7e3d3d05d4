import SightInference
import SightModelFile
import SightTensor

extension Execution {
    /// The bytes of a tensor in the form of recorded results, with packed strings.
    func recordedBytes(_ tensor: TensorSpec) -> [UInt8] {
        guard tensor.elementType == .string else { return Array(bytes(tensor)) }
        return StringPacking.pack(strings(tensor)) ?? []
    }
}
