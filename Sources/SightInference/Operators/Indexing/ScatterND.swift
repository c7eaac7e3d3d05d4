import SightModelFile
import SightTensor

/// SCATTER_ND: adds slices into zeros at tuples of indices.
///
/// float32, uint8, int8, int32, int64 (integers wrap) and bool; the shape is constant.
/// - Source: TensorFlow Lite `scatter_nd`.
enum ScatterND: Operator {
    static let code = OperatorCode.builtin(.scatterND)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let indices = try Indices(node.input(0), node)
        let updates = try node.input(1)
        try node.expectSameType(updates, node.output(0))
        let shape = try node.shape(node.integers(2))
        let tuples = indices.spec.shape
        guard tuples.rank > 0, tuples[-1] <= shape.rank else {
            throw node.fail("tuples \(tuples) do not index \(shape)")
        }
        let depth = tuples[-1]
        let expected = tuples.dimensions.dropLast() + shape.dimensions[depth...]
        guard updates.shape.dimensions == Array(expected) else {
            throw node.fail("updates \(updates.shape), expected \(Array(expected))")
        }
        let output = try node.setOutput(0, shape: shape)
        let scatter = Scatter(
            indices: indices, updates: updates, output: output, depth: depth,
            count: tuples.dimensions.dropLast().reduce(1, *),
            slice: shape.dimensions[depth...].reduce(1, *))
        switch updates.elementType {
        case .float32: return scatter.loop(Float(0)) { $0 + $1 }
        case .int32: return scatter.loop(Int32(0)) { $0 &+ $1 }
        case .int64: return scatter.loop(Int64(0)) { $0 &+ $1 }
        case .uint8, .int8: return scatter.loop(UInt8(0)) { $0 &+ $1 }
        case .bool: return scatter.loop(UInt8(0)) { $0 | $1 }
        default: throw node.unsupported(updates)
        }
    }

    private struct Scatter: Sendable {
        let indices: Indices
        let updates: TensorSpec
        let output: TensorSpec
        let depth: Int
        let count: Int
        let slice: Int

        @inline(__always)
        func loop<Value: BitwiseCopyable & Sendable>(
            _ zero: Value, _ add: @escaping @Sendable (Value, Value) -> Value
        ) -> any PreparedOperator {
            let steps = output.shape.strides
            return PreparedLoop { _, memory throws(ModelError) in
                let source = memory.elements(updates.slot, as: Value.self)
                let target = memory.elements(output.slot, as: Value.self)
                target.update(repeating: zero, count: output.shape.elementCount)
                for tuple in 0..<count {
                    var place = 0
                    for axis in 0..<depth {
                        let index = try indices.read(
                            tuple * depth + axis, below: output.shape[axis], memory)
                        place += index * steps[axis]
                    }
                    for i in 0..<slice {
                        target[place + i] = add(target[place + i], source[tuple * slice + i])
                    }
                }
            }
        }
    }
}
