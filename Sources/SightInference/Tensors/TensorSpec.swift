package import SightModelFile
package import SightTensor

/// The position of a tensor's bytes at run time: an index into ``TensorMemory``.
package struct TensorSlot: Hashable, Sendable {
    let index: Int
}

/// A tensor as an operator sees it in `prepare`: its actual shape and, if it is constant, its
/// bytes.
///
/// It is a class, because operators copy descriptions often and a copy of a structure retains each
/// of its parts, at each place of the engine's code that copies one.
package final class TensorSpec: Sendable {
    package let slot: TensorSlot
    /// The tensor in the file; `nil` for working memory.
    let info: TensorInfo?
    package let elementType: ElementType
    package let shape: Shape
    /// The bytes of a constant; `nil` for tensors that change from run to run.
    package let constant: ConstantBytes?

    init(
        slot: TensorSlot, info: TensorInfo?, elementType: ElementType, shape: Shape,
        constant: ConstantBytes?
    ) {
        self.slot = slot
        self.info = info
        self.elementType = elementType
        self.shape = shape
        self.constant = constant
    }

    package var name: String { info?.name ?? "" }
    package var quantization: Quantization? { info?.quantization }
    /// Whether the tensor keeps its value from one run to the next.
    package var isVariable: Bool { info?.isVariable ?? false }

    /// Returns the tensor with another element type.
    func with(elementType: ElementType) -> TensorSpec {
        TensorSpec(
            slot: slot, info: info, elementType: elementType, shape: shape, constant: constant)
    }

    /// The size of the tensor in bytes.
    package var byteCount: Int { elementType.byteCount(of: shape.elementCount) ?? 0 }
}
