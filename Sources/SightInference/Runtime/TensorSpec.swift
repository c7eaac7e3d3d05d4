package import SightTensor

/// Where a tensor's bytes are at run time: an index into ``TensorMemory``.
package struct TensorSlot: Hashable, Sendable {
    let index: Int
}

/// A tensor as an operator sees it in `prepare`: its real shape and, if constant, its bytes.
package struct TensorSpec: Sendable {
    package let slot: TensorSlot
    package let name: String
    package let elementType: ElementType
    package let shape: Shape
    package let quantization: Quantization?
    /// The bytes of a constant; `nil` for tensors that change from run to run.
    package let constant: ConstantBytes?
    /// Keeps its value from one run to the next.
    package let isVariable: Bool

    /// The tensor as if it held elements of another type.
    func with(elementType: ElementType) -> TensorSpec {
        TensorSpec(
            slot: slot, name: name, elementType: elementType, shape: shape,
            quantization: quantization, constant: constant, isVariable: isVariable)
    }

    /// Bytes that the tensor takes.
    package var byteCount: Int { elementType.byteCount(of: shape.elementCount) ?? 0 }
}
