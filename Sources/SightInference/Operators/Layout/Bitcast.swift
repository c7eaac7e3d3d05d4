import SightModelFile
import SightTensor

/// BITCAST: reads the same bytes as elements of another type; nothing is copied.
///
/// Narrower elements add an innermost axis, and wider ones remove it.
/// - Source: TensorFlow Lite `bitcast`.
enum Bitcast: Operator {
    static let code = OperatorCode.builtin(.bitcast)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        let from = try node.elementSize(input)
        let to = try node.elementSize(node.output(0))
        var extents = input.shape.dimensions
        if from > to {
            extents.append(from / to)
        } else if from < to {
            guard extents.last == to / from else {
                throw node.fail(
                    "\(input.elementType) \(input.shape) does not end in \(to / from)")
            }
            extents.removeLast()
        }
        try node.alias(output: 0, input: 0, shape: node.shape(extents))
        return NoOperation()
    }
}
