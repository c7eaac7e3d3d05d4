import SightModelFile
import SightTensor

/// EXPAND_DIMS: adds an axis of extent 1; nothing is copied.
///
/// - Source: TensorFlow Lite `expand_dims`.
enum ExpandDims: Operator {
    static let code = OperatorCode.builtin(.expandDims)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let shape = try node.input(0).shape
        var extents = shape.dimensions
        extents.insert(1, at: try node.axis(node.integer(1), rank: shape.rank + 1))
        try node.alias(output: 0, input: 0, shape: node.shape(extents))
        return NoOperation()
    }
}
