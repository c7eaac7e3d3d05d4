import SightModelFile
import SightTensor

/// Cuts one tensor into several along an axis: SPLIT, SPLIT_V and UNPACK.
enum Splitting {
    /// Fixes all outputs and copies the parts.
    ///
    /// `dropsAxis`: each part has extent 1 there and loses the axis.
    static func prepare(
        _ input: TensorSpec, axis: Int, sizes: [Int], dropsAxis: Bool = false, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let inner = input.shape.strides[axis]
        let rowLength = input.shape[axis] * inner
        let outer = input.shape.dimensions.prefix(axis).reduce(1, *)
        let elementSize = try node.elementSize(input)
        var copies: [StridedCopy] = []
        var slots: [TensorSlot] = []
        var start = 0
        for (index, size) in sizes.enumerated() {
            try node.expectSameType(input, node.output(index))
            var extents = input.shape.dimensions
            extents[axis] = size
            if dropsAxis { extents.remove(at: axis) }
            slots.append(try node.setOutput(index, shape: node.shape(extents)).slot)
            copies.append(
                StridedCopy(
                    [(outer, rowLength, size * inner), (size * inner, 1, 1)], source: start,
                    elementSize: elementSize))
            start += size * inner
        }
        let (parts, targets) = (copies, slots)
        return PreparedLoop { _, memory in
            for (copy, target) in zip(parts, targets) {
                copy.run(0..<copy.rowCount, from: memory[input.slot], to: memory[target])
            }
        }
    }
}
