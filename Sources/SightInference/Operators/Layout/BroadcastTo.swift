import SightModelFile
import SightTensor

/// BROADCAST_TO: repeats a tensor to a larger shape.
///
/// - Source: TensorFlow Lite `broadcast_to`.
enum BroadcastTo: Operator {
    static let code = OperatorCode.builtin(.broadcastTo)
    static let versions = 2...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let shape = try node.shape(node.integers(1))
        guard let result = NestedLoop.broadcast([input.shape, shape]), result.shape == shape else {
            throw node.fail("\(input.shape) does not broadcast to \(shape)")
        }
        let output = try node.setOutput(0, shape: shape)
        let (from, to) = (NestedLoop.strides(of: input.shape, in: shape), shape.strides)
        let copy = StridedCopy(
            from.indices.map { (shape[$0], from[$0], to[$0]) },
            elementSize: try node.elementSize(input))
        return node.copying([copy], from: [input.slot], to: output.slot)
    }
}
