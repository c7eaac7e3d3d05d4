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
            let step = isReversed ? -inner : inner
            for outer in 0..<(input.shape.elementCount / (count * inner)) {
                let first = (outer * count + (isReversed ? count - 1 : 0)) * inner
                if inner == 1 {
                    addUp(source + first, target + first, step, zero, add)
                } else {
                    addUpRows(source + first, target + first, step, zero, add)
                }
            }
        }

        /// Adds up the elements of one line.
        @inline(__always)
        private func addUp<Value: BitwiseCopyable>(
            _ source: UnsafeMutablePointer<Value>, _ target: UnsafeMutablePointer<Value>,
            _ step: Int, _ zero: Value, _ add: (Value, Value) -> Value
        ) {
            var (sum, place) = (zero, 0)
            for _ in 0..<count {
                let next = add(sum, source[place])
                target[place] = isExclusive ? sum : next
                sum = next
                place += step
            }
        }

        /// Adds up neighboring lines, of which each row has one element.
        @inline(__always)
        private func addUpRows<Value: BitwiseCopyable>(
            _ source: UnsafeMutablePointer<Value>, _ target: UnsafeMutablePointer<Value>,
            _ step: Int, _ zero: Value, _ add: (Value, Value) -> Value
        ) {
            for i in 0..<inner { target[i] = isExclusive ? zero : add(zero, source[i]) }
            for k in 1..<max(1, count) {
                let (sums, last) = (target + k * step, target + (k - 1) * step)
                let values = source + (isExclusive ? k - 1 : k) * step
                for i in 0..<inner { sums[i] = add(last[i], values[i]) }
            }
        }
    }
}
