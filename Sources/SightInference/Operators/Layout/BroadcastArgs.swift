import SightModelFile
import SightTensor

/// BROADCAST_ARGS: computes the shape to which two shapes broadcast; int32 or int64 vectors.
///
/// - Source: TensorFlow Lite `broadcast_args`.
enum BroadcastArgs: Operator {
    static let code = OperatorCode.builtin(.broadcastArgs)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let first = try node.input(0)
        try node.expectSameType(first, node.input(1), node.output(0))
        let (a, b) = (try node.integers(0), try node.integers(1))
        let rank = max(a.count, b.count)
        let ones = { (extents: [Int]) in
            [Int](repeating: 1, count: rank - extents.count) + extents
        }
        var result: [Int] = []
        for (x, y) in zip(ones(a), ones(b)) {
            guard x == y || x == 1 || y == 1 else {
                throw node.fail("\(a) and \(b) do not broadcast")
            }
            result.append(x == 1 ? y : x)
        }
        let shape = try node.shape([rank])
        if first.elementType == .int64 {
            try node.setConstant(0, shape: shape, result.map(Int64.init))
        } else {
            try node.setConstant(0, shape: shape, result.map { Int32(truncatingIfNeeded: $0) })
        }
        return NoOperation()
    }
}
