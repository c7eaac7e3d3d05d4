import SightModelFile
import SightTensor

/// Pads a tensor with one value, for PAD, PADV2 and SPACE_TO_BATCH_ND.
enum ConstantPadding {
    /// Fills `target` with a value and copies the input to its position.
    ///
    /// `value` is a tensor with the value; `nil` stands for the input's zero.
    static func prepare(
        _ input: TensorSpec, before: [Int], to shape: Shape, target: TensorSlot,
        value: TensorSpec?, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let size = try node.elementSize(input)
        let (from, to) = (input.shape.strides, shape.strides)
        let copy = StridedCopy(
            from.indices.map { (input.shape[$0], from[$0], to[$0]) },
            target: zip(before, to).reduce(0) { $0 + $1.0 * $1.1 }, elementSize: size)
        let zero = try node.optionalAffine(input)?.zeroPoint ?? 0
        let count = shape.elementCount
        let isCopied = input.shape.elementCount > 0
        return PreparedLoop { _, memory in
            let output = memory[target]
            switch size {
            case 1: fill(output, count, value, memory, UInt8(truncatingIfNeeded: zero))
            case 2: fill(output, count, value, memory, UInt16(truncatingIfNeeded: zero))
            case 4: fill(output, count, value, memory, UInt32(0))
            default: fill(output, count, value, memory, UInt64(0))
            }
            if isCopied { copy.run(0..<copy.rowCount, from: memory[input.slot], to: output) }
        }
    }

    @inline(__always)
    private static func fill<Element: BitwiseCopyable>(
        _ output: UnsafeMutableRawPointer, _ count: Int, _ value: TensorSpec?,
        _ memory: borrowing TensorMemory, _ zero: Element
    ) {
        let element = value.map { memory.elements($0.slot, as: Element.self).pointee } ?? zero
        output.assumingMemoryBound(to: Element.self).update(repeating: element, count: count)
    }
}
