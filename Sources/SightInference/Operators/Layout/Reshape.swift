import SightModelFile
import SightTensor

/// RESHAPE: changes the shape of a tensor; nothing is copied.
///
/// The new shape is the second input if there is one, otherwise the option. One extent may be −1.
/// - Source: TensorFlow Lite `reshape`.
enum Reshape: Operator {
    static let code = OperatorCode.builtin(.reshape)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.input(0)
        var extents = try ReshapeOptions(options).extents
        if try node.optionalInput(1) != nil {
            extents = try node.integers(1)
        }
        // Old converters write [0] for a scalar.
        if extents == [0], input.shape.elementCount == 1 { extents = [] }
        try node.alias(
            output: 0, input: 0, shape: try resolve(extents, of: input.shape, node))
        return NoOperation()
    }

    /// Replaces the extent −1 by the one that the number of elements requires.
    private static func resolve(_ extents: [Int], of shape: Shape, _ node: Preparation)
        throws(ModelError) -> Shape
    {
        var extents = extents
        if let free = extents.firstIndex(of: -1) {
            extents[free] = 1
            guard let known = Shape(extents)?.elementCount, known > 0,
                shape.elementCount % known == 0
            else { throw node.fail("\(shape) does not divide into \(extents)") }
            extents[free] = shape.elementCount / known
        }
        guard let result = Shape(extents), result.elementCount == shape.elementCount else {
            throw node.fail("\(shape) has not as many elements as \(extents)")
        }
        return result
    }
}
