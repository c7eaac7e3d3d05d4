import SightTensor

/// L2_NORMALIZATION: scales the last axis to a length of 1. float32.
///
/// Lengths below 10⁻⁶ count as 10⁻⁶.
/// - Source: TensorFlow Lite `l2normalization`.
enum L2Normalization: Operator {
    static let code = OperatorCode.builtin(.l2Normalization)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        guard try options.byte(0) == 0 else {
            throw node.fail(.unsupported, "a fused activation is not supported")
        }
        try node.expectRank(input, 1...8)
        let output = try node.setOutput(0, shape: input.shape)
        let depth = max(1, input.shape[-1])
        let rows = node.split(input.shape.elementCount / depth, cost: depth)
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            for row in rows.range(task) {
                let source = memory.elements(input.slot, as: Float.self) + row * depth
                let target = memory.elements(output.slot, as: Float.self) + row * depth
                var squares: Float = 0
                for i in 0..<depth { squares += source[i] * source[i] }
                let length = max(squares.squareRoot(), 1e-6)
                for i in 0..<depth { target[i] = source[i] / length }
            }
        }
    }
}
