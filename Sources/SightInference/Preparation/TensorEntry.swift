import SightModelFile
import SightTensor

/// The information about a tensor or scratch buffer so far, while its graph is prepared.
struct TensorEntry: Sendable {
    var info: TensorInfo?
    var elementType: ElementType
    var shape: Shape
    var byteCount: Int
    var constant: ConstantBytes?
    /// The entry whose bytes this one shares.
    var aliased: Int?
    /// The place of the first byte in the bytes of `aliased`.
    var offset = 0
    /// The first and the last step that use the bytes; `nil` if there is none so far.
    var lifetime: ClosedRange<Int>?
    /// Whether an earlier stage has the bytes.
    var isEarlier = false

    /// Returns the description of the tensor for operators.
    func spec(_ slot: TensorSlot) -> TensorSpec {
        TensorSpec(
            slot: slot, info: info, elementType: elementType, shape: shape, constant: constant)
    }

    /// Whether the memory plan must have a place for the bytes.
    var needsMemory: Bool {
        constant == nil && aliased == nil && !isEarlier && lifetime != nil
    }
}
