import SightModelFile
import SightTensor

/// PAD: pads a tensor with zeros, or with the zero point if it is quantized.
///
/// Any element type of 1, 2, 4 or 8 bytes.
/// - Source: TensorFlow Lite `pad`.
enum Pad: Operator {
    static let code = OperatorCode.builtin(.pad)
    static let versions = 1...6

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
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
        let copy = try ConstantPadding.prepare(
            input, before: padding.before, to: output.shape, target: output.slot, value: value,
            node)
        return value == nil ? ZeroBorder(padding: padding, copy: copy) : copy
    }
}

/// Copies a tensor and adds a border of zeros around it.
private struct ZeroBorder: PreparedOperator {
    let padding: Padding
    let copy: any PreparedOperator

    var form: OperatorForm { .border(before: padding.before, after: padding.after) }
    var taskCount: Int { copy.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        try copy.run(task, memory)
    }
}

/// PADV2: pads a tensor with the single value of its third input.
///
/// - Source: TensorFlow Lite `pad`.
enum PadV2: Operator {
    static let code = OperatorCode.builtin(.padv2)
    static let versions = 1...6

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let value = try node.input(2)
        try node.expectSameType(try node.input(0), value)
        guard value.shape.elementCount == 1 else {
            throw node.fail("\"\(value.name)\" \(value.shape) is not one value")
        }
        return try Pad.prepare(value: value, node)
    }
}
