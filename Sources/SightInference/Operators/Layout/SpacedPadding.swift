import SightModelFile
import SightTensor

/// Spreads a tensor's elements apart and surrounds them, or cuts them off where padding is negative.
struct SpacedPadding {
    let low: [Int]
    let high: [Int]
    /// Elements between two of the input.
    let gaps: [Int]

    /// What every number of the file stays below, so that nothing overflows.
    private static let limit = 1 << 31

    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    func prepare(_ input: TensorSpec, value: TensorSpec, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let rank = input.shape.rank
        guard low.count == rank, high.count == rank, gaps.count == rank,
            (low + high + gaps).allSatisfy({ abs($0.clamped(Self.limit)) == $0.magnitude }),
            gaps.allSatisfy({ $0 >= 0 })
        else { throw node.fail("\(low), \(high) and \(gaps) do not pad \(input.shape)") }
        try node.expectSameType(input, value, node.output(0))
        guard value.shape.elementCount == 1 else { throw node.fail("pads with \(value.shape)") }
        let size = try node.elementSize(input)
        let extents = (0..<rank).map { axis in
            let count = input.shape[axis]
            return max(0, low[axis] + high[axis] + (count == 0 ? 0 : (count - 1) * step(axis) + 1))
        }
        let shape = try node.shape(extents)
        let output = try node.setOutput(0, shape: shape)
        let (from, to) = (input.shape.strides, shape.strides)
        // The elements of each axis that stay.
        let kept = (0..<rank).map { axis -> Range<Int> in
            let first = low[axis] >= 0 ? 0 : (-low[axis] + step(axis) - 1) / step(axis)
            let room = extents[axis] - 1 - low[axis]
            let end = room < 0 ? 0 : min(input.shape[axis], room / step(axis) + 1)
            return first..<max(first, end)
        }
        let copy = StridedCopy(
            (0..<rank).map { (kept[$0].count, from[$0], to[$0] * step($0)) },
            source: (0..<rank).reduce(0) { $0 + kept[$1].lowerBound * from[$1] },
            target: (0..<rank).reduce(0) {
                $0 + (low[$1] + kept[$1].lowerBound * step($1)) * to[$1]
            }, elementSize: size)
        let isCopied = kept.allSatisfy { !$0.isEmpty }
        return PreparedLoop { _, memory in
            let target = memory[output.slot]
            for i in 0..<shape.elementCount {
                (target + i * size).copyMemory(from: memory[value.slot], byteCount: size)
            }
            if isCopied { copy.run(0..<copy.rowCount, from: memory[input.slot], to: target) }
        }
    }

    private func step(_ axis: Int) -> Int { gaps[axis] + 1 }
}

extension Int {
    /// The nearest number whose magnitude is at most a limit.
    fileprivate func clamped(_ limit: Int) -> Int { Swift.min(Swift.max(self, -limit), limit) }
}

/// STABLEHLO_PAD: surrounds a tensor with a value, and spreads its elements; edges may be cut off.
///
/// Any element type of whole bytes.
/// - Source: StableHLO specification, `pad`.
enum StablehloPad: Operator {
    static let code = OperatorCode.builtin(.stablehloPad)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let padding = SpacedPadding(
            low: try options.longs(0), high: try options.longs(1), gaps: try options.longs(2))
        return try padding.prepare(node.input(0), value: node.input(1), node)
    }
}

/// DILATE: puts a value between a tensor's elements.
///
/// Any element type of whole bytes.
/// - Source: TensorFlow Lite `dilate`.
enum Dilate: Operator {
    static let code = OperatorCode.builtin(.dilate)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let steps = try node.integers(1)
        guard steps.allSatisfy({ $0 > 0 }) else { throw node.fail("dilations \(steps)") }
        let none = steps.map { _ in 0 }
        let padding = SpacedPadding(low: none, high: none, gaps: steps.map { $0 - 1 })
        return try padding.prepare(node.input(0), value: node.input(2), node)
    }
}
