import SightModelFile
import SightTensor

/// A tensor or scratch buffer while its graph is prepared: what is known about it so far.
struct TensorEntry: Sendable {
    var info: TensorInfo?
    var elementType: ElementType
    var shape: Shape
    var byteCount: Int
    var constant: ConstantBytes?
    /// Another entry whose bytes this one shows.
    var aliased: Int?
    /// First and last step that use the bytes; `nil` while nothing does.
    var lifetime: ClosedRange<Int>?
    /// An earlier stage has the bytes.
    var isEarlier = false

    /// What operators see of it.
    func spec(_ slot: TensorSlot) -> TensorSpec {
        TensorSpec(
            slot: slot, info: info, elementType: elementType, shape: shape, constant: constant)
    }

    func isUsed(at step: Int) -> Bool { lifetime?.contains(step) ?? false }

    /// Whether the plan has to find a place for the bytes.
    var needsMemory: Bool {
        constant == nil && aliased == nil && !isEarlier && lifetime != nil
    }
}
