import SightModelFile
import SightTensor

/// GATHER_ND: copies slices by tuples of indices, which are the last axis of the second input.
///
/// - Source: TensorFlow Lite `gather_nd`.
enum GatherND: Operator {
    static let code = OperatorCode.builtin(.gatherND)
    static let versions = 1...6

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let indices = try Indices(node.input(1), node)
        let (shape, tuples) = (input.shape, indices.spec.shape)
        guard tuples.rank > 0, tuples[-1] <= shape.rank else {
            throw node.fail("tuples \(tuples) do not index \(shape)")
        }
        let depth = tuples[-1]
        let extents = tuples.dimensions.dropLast() + shape.dimensions[depth...]
        let output = try node.setOutput(0, shape: node.shape(Array(extents)))
        let sliceBytes =
            shape.dimensions[depth...].reduce(1, *) * (try node.elementSize(input))
        let count = tuples.dimensions.dropLast().reduce(1, *)
        let steps = shape.strides.map { $0 * (output.elementType.byteWidth ?? 1) }
        return PreparedLoop { _, memory throws(ModelError) in
            guard output.byteCount > 0 else { return }
            for tuple in 0..<count {
                var source = memory[input.slot]
                for axis in 0..<depth {
                    let index = try indices.read(
                        tuple * depth + axis, below: shape[axis], memory)
                    source += index * steps[axis]
                }
                (memory[output.slot] + tuple * sliceBytes).copyMemory(
                    from: source, byteCount: sliceBytes)
            }
        }
    }
}
