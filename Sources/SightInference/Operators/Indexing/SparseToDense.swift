import SightModelFile
import SightTensor

/// SPARSE_TO_DENSE: fills a tensor with one value, and writes other values at given positions.
///
/// Any element type of whole bytes. The int32 or int64 indices are one, a list, or rows with one
/// for each axis. If a position occurs twice, the last value counts.
/// - Source: TensorFlow Lite `sparse_to_dense`.
enum SparseToDense: Operator {
    static let code = OperatorCode.builtin(.sparseToDense)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 4...4)
        let indices = try Indices(node.input(0), node)
        let (values, other) = (try node.input(2), try node.input(3))
        try node.expectSameType(values, other, node.output(0))
        let shape = try node.shape(node.integers(1))
        let places = indices.spec.shape
        let axes = places.rank == 2 ? places[1] : 1
        let count = places.rank == 0 ? 1 : places[0]
        guard places.rank <= 2, axes == shape.rank, other.shape.elementCount == 1,
            values.shape.rank == 0 || values.shape.dimensions == [count]
        else {
            throw node.fail("places \(places) and values \(values.shape) do not fit \(shape)")
        }
        let output = try node.setOutput(0, shape: shape)
        let (width, strides) = (try node.elementSize(values), shape.strides)
        let step = values.shape.rank == 0 ? 0 : width
        return PreparedLoop { _, memory throws(ModelError) in
            let target = memory[output.slot]
            for i in 0..<shape.elementCount {
                (target + i * width).copyMemory(from: memory[other.slot], byteCount: width)
            }
            for row in 0..<count {
                var element = 0
                for axis in 0..<axes {
                    element +=
                        strides[axis]
                        * (try indices.read(row * axes + axis, below: shape[axis], memory))
                }
                (target + element * width).copyMemory(
                    from: memory[values.slot] + row * step, byteCount: width)
            }
        }
    }
}
