import CSightKernels
import SightModelFile
import SightTensor

/// GATHER: copies slices along one axis by indices, which may differ for each batch.
///
/// Any element type of whole bytes; indices of int32 or int64.
/// - Source: TensorFlow Lite `gather`.
enum Gather: Operator {
    static let code = OperatorCode.builtin(.gather)
    static let versions = 1...8

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try GatherOptions(options)
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let indices = try Indices(node.input(1), node)
        let shape = input.shape
        let picks = indices.spec.shape
        let axis = try node.axis(options.axis, rank: shape.rank)
        var batch = options.batchRank
        batch += batch < 0 ? picks.rank : 0
        guard (0...min(axis, picks.rank)).contains(batch),
            shape.dimensions.prefix(batch) == picks.dimensions.prefix(batch)
        else { throw node.fail("\(batch) batch axes do not fit \(shape) and \(picks)") }
        let extents =
            shape.dimensions[..<axis] + picks.dimensions[batch...]
            + shape.dimensions[(axis + 1)...]
        let output = try node.setOutput(0, shape: node.shape(Array(extents)))
        let batches = shape.dimensions[..<batch].reduce(1, *)
        let outer = shape.dimensions[batch..<axis].reduce(1, *)
        let limit = shape[axis]
        let sliceBytes = shape.strides[axis] * (try node.elementSize(input))
        let count = picks.dimensions[batch...].reduce(1, *)
        let scratch = try node.scratch(byteCount: count * MemoryLayout<Int>.stride)
        return PreparedLoop { _, memory throws(ModelError) in
            guard output.byteCount > 0 else { return }
            var (source, target) = (memory[input.slot], memory[output.slot])
            let offsets = memory.elements(scratch, as: Int.self)
            for batch in 0..<batches {
                try indices.readOffsets(
                    (batch * count)..<((batch + 1) * count), below: limit, sliceBytes: sliceBytes,
                    to: offsets, memory)
                for _ in 0..<outer {
                    sight_copy_indexed(source, offsets, count, sliceBytes, target)
                    source += limit * sliceBytes
                    target += count * sliceBytes
                }
            }
        }
    }
}
