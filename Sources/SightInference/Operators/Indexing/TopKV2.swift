import SightModelFile
import SightTensor

/// TOPK_V2: the k largest elements of each row and their indices; ties keep the lower index.
///
/// float32, uint8, int8, int32, int64; k is constant.
/// - Source: TensorFlow Lite `topk_v2`.
enum TopKV2: Operator {
    static let code = OperatorCode.builtin(.topkV2)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2, outputs: 2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        try node.expectRank(input, 1...32)
        guard try node.output(1).elementType == .int32 else {
            throw node.unsupported(try node.output(1))
        }
        let (depth, count) = (input.shape[-1], try node.integer(1))
        guard (0...depth).contains(count), depth < 1 << 31 else {
            throw node.fail("the \(count) largest of \(depth)")
        }
        let shape = try node.shape(input.shape.dimensions.dropLast() + [count])
        let rows = Rows(
            input: input, values: try node.setOutput(0, shape: shape),
            indices: try node.setOutput(1, shape: shape), depth: depth, count: count)
        switch input.elementType {
        case .float32: return PreparedLoop { rows.run($1, Float.self) }
        case .uint8: return PreparedLoop { rows.run($1, UInt8.self) }
        case .int8: return PreparedLoop { rows.run($1, Int8.self) }
        case .int32: return PreparedLoop { rows.run($1, Int32.self) }
        case .int64: return PreparedLoop { rows.run($1, Int64.self) }
        default: throw node.unsupported(input)
        }
    }

    private struct Rows: Sendable {
        let input: TensorSpec
        let values: TensorSpec
        let indices: TensorSpec
        let depth: Int
        let count: Int

        /// Inserts each element into the sorted list of the best elements so far.
        @inline(__always)
        func run<Value: Comparable & BitwiseCopyable>(
            _ memory: borrowing TensorMemory, _: Value.Type
        ) {
            guard count > 0 else { return }
            for row in 0..<(input.shape.elementCount / depth) {
                let source = memory.elements(input.slot, as: Value.self) + row * depth
                let best = memory.elements(values.slot, as: Value.self) + row * count
                let places = memory.elements(indices.slot, as: Int32.self) + row * count
                var found = 0
                for i in 0..<depth {
                    let value = source[i]
                    guard found < count || value > best[count - 1] else { continue }
                    var place = min(found, count - 1)
                    while place > 0, best[place - 1] < value {
                        (best[place], places[place]) = (best[place - 1], places[place - 1])
                        place -= 1
                    }
                    (best[place], places[place]) = (value, Int32(truncatingIfNeeded: i))
                    found = min(found + 1, count)
                }
            }
        }
    }
}
