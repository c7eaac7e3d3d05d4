import SightModelFile
import SightTensor

/// UNPACK: cuts a tensor into slices along one axis, which is removed.
///
/// - Source: TensorFlow Lite `unpack`.
enum Unpack: Operator {
    static let code = OperatorCode.builtin(.unpack)
    static let versions = 1...6

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try UnpackOptions(options)
        let count = options.count
        guard count > 0, count == node.outputCount else {
            throw node.fail("unpacks \(count) tensors, has \(node.outputCount) outputs")
        }
        try node.expect(inputs: 1...1, outputs: count)
        let input = try node.input(0)
        let axis = try node.axis(options.axis, rank: input.shape.rank)
        guard input.shape[axis] == count else {
            throw node.fail("\(input.shape) has not \(count) slices on axis \(axis)")
        }
        let sizes = [Int](repeating: 1, count: count)
        return try Splitting.prepare(
            input: 0, axis: axis, sizes: sizes, dropsAxis: true, node)
    }
}
