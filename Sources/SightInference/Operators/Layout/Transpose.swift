import SightModelFile
import SightTensor

/// TRANSPOSE: reorders axes; any element type of whole bytes.
///
/// - Source: TensorFlow Lite `transpose`.
enum Transpose: Operator {
    static let code = OperatorCode.builtin(.transpose)
    static let versions = 1...9

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let order = try node.integers(1)
        let axes = try order.map { axis throws(ModelError) in
            try node.axis(axis, rank: input.shape.rank)
        }
        guard axes.count == input.shape.rank, Set(axes).count == axes.count else {
            throw node.fail("\(order) does not reorder \(input.shape)")
        }
        let shape = try node.shape(axes.map { input.shape[$0] })
        let output = try node.setOutput(0, shape: shape)
        let (from, to) = (input.shape.strides, shape.strides)
        let copy = StridedCopy(
            axes.indices.map { (shape[$0], from[axes[$0]], to[$0]) },
            elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
