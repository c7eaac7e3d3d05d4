import SightModelFile
import SightTensor

/// DENSIFY: makes a sparse constant dense; nothing is copied, as loaded constants are dense.
///
/// - Source: TensorFlow Lite `densify`.
enum Densify: Operator {
    static let code = OperatorCode.builtin(.densify)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.setType(0, input.elementType)
        try node.alias(output: 0, input: 0, shape: input.shape)
        return NoOperation()
    }
}
