import SightModelFile
import SightTensor

/// RANK: the number of axes of a tensor, known before the first run; int32.
///
/// - Source: TensorFlow Lite `rank`.
enum Rank: Operator {
    static let code = OperatorCode.builtin(.rank)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let output = try node.output(0)
        guard output.elementType == .int32 else { throw node.unsupported(output) }
        try node.setConstant(0, shape: [], [Int32(try node.input(0).shape.rank)])
        return NoOperation()
    }
}
