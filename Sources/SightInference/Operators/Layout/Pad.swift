import SightModelFile
import SightTensor

/// PAD: surrounds a tensor with zeros, which are the zero point of quantised tensors.
///
/// Any element type of 1, 2, 4 or 8 bytes.
/// - Source: TensorFlow Lite `pad`.
enum Pad: Operator {
    static let code = OperatorCode.builtin(.pad)
    static let versions = 1...6

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        return try prepare(value: nil, node)
    }

    static func prepare(value: TensorSpec?, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        guard try node.elementSize(input) <= 8 else { throw node.unsupported(input) }
        let padding = try Padding(node, input: input)
        let output = try node.setOutput(0, shape: padding.shape(input, node))
        if value == nil, try node.leavePadding(padding, input, output) { return NoOperation() }
        return try ConstantPadding.prepare(
            input, before: padding.before, to: output.shape, target: output.slot, value: value,
            node)
    }
}
