import SightTensor

/// SQUEEZE: drops axes of extent 1; nothing moves.
///
/// - Source: TensorFlow Lite `squeeze`.
enum Squeeze: Operator {
    static let code = OperatorCode.builtin(.squeeze)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let shape = try node.input(0).shape
        var axes: Set<Int> = []
        for axis in try options.ints(0) ?? [] {
            let positive = axis < 0 ? axis + shape.rank : axis
            guard (0..<shape.rank).contains(positive), shape[positive] == 1 else {
                throw node.fail("axis \(axis) of \(shape) cannot be dropped")
            }
            axes.insert(positive)
        }
        let kept = shape.dimensions.enumerated().filter { index, extent in
            axes.isEmpty ? extent != 1 : !axes.contains(index)
        }
        guard let result = Shape(kept.map(\.element)) else { throw node.fail("\(shape) overflows") }
        try node.alias(output: 0, input: 0, shape: result)
        return NoOperation()
    }
}
