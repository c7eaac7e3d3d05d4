import SightModelFile
import SightTensor

/// PADV2: surrounds a tensor with the one value of its third input.
///
/// - Source: TensorFlow Lite `pad`.
enum PadV2: Operator {
    static let code = OperatorCode.builtin(.padv2)
    static let versions = 1...6

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
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
