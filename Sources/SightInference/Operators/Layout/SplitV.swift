import SightModelFile
import SightTensor

/// SPLIT_V: cuts a tensor into parts of given sizes along one axis; one may be −1.
///
/// - Source: TensorFlow Lite `split_v`.
enum SplitV: Operator {
    static let code = OperatorCode.builtin(.splitV)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        var sizes = try node.integers(1)
        guard sizes.count == node.outputCount else {
            throw node.fail("\(sizes) does not name \(node.outputCount) parts")
        }
        try node.expect(inputs: 3...3, outputs: sizes.count)
        let input = try node.input(0)
        let axis = try node.axis(node.integer(2), rank: input.shape.rank)
        let extent = input.shape[axis]
        guard sizes.allSatisfy({ (-1...extent).contains($0) }) else {
            throw node.fail("\(sizes) leaves \(input.shape)")
        }
        if let free = sizes.firstIndex(of: -1) {
            sizes[free] = extent - (sizes.reduce(0, +) + 1)
        }
        guard sizes.allSatisfy({ $0 >= 0 }), sizes.reduce(0, +) == extent else {
            throw node.fail("\(sizes) does not add up to \(extent), axis \(axis) of \(input.shape)")
        }
        return try Splitting.prepare(input, axis: axis, sizes: sizes, node)
    }
}
