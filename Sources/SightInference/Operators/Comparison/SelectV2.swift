import SightModelFile
import SightTensor

/// SELECT_V2: picks between two tensors by a third of Booleans, all broadcast.
///
/// - Source: TensorFlow Lite `select`, version 2.
enum SelectV2: Operator {
    static let code = OperatorCode.builtin(.selectV2)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let (condition, a, b) = (try node.input(0), try node.input(1), try node.input(2))
        guard condition.elementType == .bool else { throw node.unsupported(condition) }
        try node.expectSameType(a, b, node.output(0))
        let (loop, shape) = try node.broadcast(condition, a, b)
        return try Selection.prepare(
            loop, condition: condition, whenTrue: a, whenFalse: b,
            output: node.setOutput(0, shape: shape), node)
    }
}
