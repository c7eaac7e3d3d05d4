import SightModelFile
import SightTensor

/// CUMSUM: running sums along one axis.
///
/// float32, int32, int64 (both wrap).
///
/// - Source: TensorFlow Lite `cumsum`.
enum CumulativeSum: Operator {
    static let code = OperatorCode.builtin(.cumsum)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try CumulativeSumOptions(options)
        try node.expect(inputs: 2...2)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let axis = try node.axis(node.integer(1), rank: input.shape.rank)
        let output = try node.setOutput(0, shape: input.shape)
        let isExclusive = options.isExclusive
        let isReversed = options.isReversed
        let (count, inner) = (input.shape[axis], input.shape.strides[axis])
        let line = Line(
            input: input, output: output, count: count, inner: inner, isExclusive: isExclusive,
            isReversed: isReversed)
        switch input.elementType {
        case .float32: return PreparedLoop { line.run($1, Float(0)) { $0 + $1 } }
        case .int32: return PreparedLoop { line.run($1, Int32(0)) { $0 &+ $1 } }
        case .int64: return PreparedLoop { line.run($1, Int64(0)) { $0 &+ $1 } }
        default: throw node.unsupported(input)
        }
    }

    private struct Line: Sendable {
        let input: TensorSpec
        let output: TensorSpec
        let count: Int
        let inner: Int
        let isExclusive: Bool
        let isReversed: Bool

        @inline(__always)
        func run<Value: BitwiseCopyable>(
            _ memory: borrowing TensorMemory, _ zero: Value, _ add: (Value, Value) -> Value
        ) {
            guard input.shape.elementCount > 0 else { return }
            let source = memory.elements(input.slot, as: Value.self)
            let target = memory.elements(output.slot, as: Value.self)
            for line in 0..<(input.shape.elementCount / count) {
                let (outer, i) = line.quotientAndRemainder(dividingBy: inner)
                let start = outer * count * inner + i
                var sum = zero
                for k in 0..<count {
                    let place = start + (isReversed ? count - 1 - k : k) * inner
                    let value = source[place]
                    if isExclusive { target[place] = sum }
                    sum = add(sum, value)
                    if !isExclusive { target[place] = sum }
                }
            }
        }
    }
}
