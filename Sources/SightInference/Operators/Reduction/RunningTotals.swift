import SightModelFile
import SightTensor

/// Running sums or products along one axis, the second input.
struct RunningTotals: Sendable {
    private let input: TensorSpec
    private let output: TensorSpec
    /// The extent of the axis, and the number of elements from one index to the next.
    private let count: Int
    private let inner: Int
    /// Whether an element does not contain the input at its own place.
    private let isExclusive: Bool
    /// Whether totals start at the end of the axis.
    private let isReversed: Bool

    /// Checks the two inputs and sets the output's shape.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(_ node: Preparation, isExclusive: Bool, isReversed: Bool) throws(ModelError) {
        try node.expect(inputs: 2...2)
        input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let axis = try node.axis(node.integer(1), rank: input.shape.rank)
        output = try node.setOutput(0, shape: input.shape)
        (count, inner) = (input.shape[axis], input.shape.strides[axis])
        (self.isExclusive, self.isReversed) = (isExclusive, isReversed)
    }

    /// Computes all totals; `zero` is the total of no elements.
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
