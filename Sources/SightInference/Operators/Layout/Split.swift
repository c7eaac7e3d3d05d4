import SightModelFile
import SightTensor

/// SPLIT: cuts a tensor into equal parts along one axis.
///
/// - Source: TensorFlow Lite `split`.
enum Split: Operator {
    static let code = OperatorCode.builtin(.split)
    static let versions = 1...5

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let count = try options.int(0)
        guard count > 0, count == node.outputCount else {
            throw node.fail("splits into \(count), has \(node.outputCount) outputs")
        }
        try node.expect(inputs: 2...2, outputs: count)
        let input = try node.input(1)
        let axis = try node.axis(node.integer(0), rank: input.shape.rank)
        guard input.shape[axis] % count == 0 else {
            throw node.fail("\(input.shape) does not split into \(count) on axis \(axis)")
        }
        let sizes = [Int](repeating: input.shape[axis] / count, count: count)
        return try Splitting.prepare(input, axis: axis, sizes: sizes, node)
    }
}
