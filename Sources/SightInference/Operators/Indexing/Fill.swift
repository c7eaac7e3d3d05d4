import SightModelFile
import SightTensor

/// FILL: repeats one value in a constant shape; any element type of whole bytes.
///
/// - Source: TensorFlow Lite `fill`.
enum Fill: Operator {
    static let code = OperatorCode.builtin(.fill)
    static let versions = 1...5

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let value = try node.input(1)
        try node.expectSameType(value, node.output(0))
        guard value.shape.elementCount == 1 else {
            throw node.fail("\"\(value.name)\" \(value.shape) is not one value")
        }
        let output = try node.setOutput(0, shape: node.shape(node.integers(0)))
        let copy = StridedCopy(
            [(output.shape.elementCount, 0, 1)], elementSize: try node.elementSize(value))
        return node.copying([copy], from: [value.slot], to: output.slot)
    }
}
