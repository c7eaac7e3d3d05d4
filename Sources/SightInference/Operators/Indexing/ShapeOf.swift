import SightModelFile
import SightTensor

/// SHAPE: the extents of a tensor, known before the first run; int32 or int64.
///
/// - Source: TensorFlow Lite `shape`.
enum ShapeOf: Operator {
    static let code = OperatorCode.builtin(.shape)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let (shape, output) = (try node.input(0).shape, try node.output(0))
        let result = try node.shape([shape.rank])
        switch output.elementType {
        case .int32:
            try node.setConstant(
                0, shape: result, shape.dimensions.map { Int32(truncatingIfNeeded: $0) })
        case .int64: try node.setConstant(0, shape: result, shape.dimensions.map { Int64($0) })
        default: throw node.unsupported(output)
        }
        return NoOperation()
    }
}
