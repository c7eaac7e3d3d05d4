import SightModelFile
import SightTensor

/// SELECT: picks by a condition of the same shape, or by one Boolean for each outermost index.
///
/// - Source: TensorFlow Lite `select`, version 1.
enum Select: Operator {
    static let code = OperatorCode.builtin(.select)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let (condition, a, b) = (try node.input(0), try node.input(1), try node.input(2))
        guard condition.elementType == .bool else { throw node.unsupported(condition) }
        try node.expectSameType(a, b, node.output(0))
        guard a.shape == b.shape else { throw node.fail("\(a.shape) and \(b.shape) differ") }
        let steps: [Int]
        if condition.shape == a.shape {
            steps = a.shape.strides
        } else if condition.shape.elementCount == 1, condition.shape.rank <= 1 {
            steps = a.shape.dimensions.map { _ in 0 }
        } else if condition.shape.rank == 1, a.shape.rank > 0, condition.shape[0] == a.shape[0] {
            steps = [1] + a.shape.dimensions.dropFirst().map { _ in 0 }
        } else {
            throw node.fail("the condition \(condition.shape) does not fit \(a.shape)")
        }
        let output = try node.setOutput(0, shape: a.shape)
        let dense = a.shape.strides
        let loop = NestedLoop(
            a.shape.dimensions.indices.map { axis in
                NestedLoop.Axis(
                    a.shape[axis], SIMD4(steps[axis], dense[axis], dense[axis], dense[axis]))
            })
        return try Selection.prepare(
            loop, condition: condition, whenTrue: a, whenFalse: b, output: output, node)
    }
}
