import SightModelFile
import SightTensor

/// Inserts gaps between a tensor's elements, and pads its edges, or crops them if negative.
struct SpacedPadding {
    let low: [Int]
    let high: [Int]
    /// The number of elements between two elements of the input.
    let gaps: [Int]

    /// Prepares the copy.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    func prepare(_ input: TensorSpec, value: TensorSpec, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let rank = input.shape.rank
        guard low.count == rank, high.count == rank, gaps.count == rank,
            gaps.allSatisfy({ $0 >= 0 && $0 < .max }), low.allSatisfy({ $0 > .min })
        else {
            throw node.fail(
                "low \(low), high \(high) and interior \(gaps) do not fit the shape \(input.shape)")
        }
        try node.expectSameType(input, value, node.output(0))
        guard value.shape.elementCount == 1 else {
            throw node.fail("the padding value has the shape \(value.shape), not one element")
        }
        let size = try node.elementSize(input)
        var extents: [Int] = []
        for axis in 0..<rank { extents.append(try extent(axis, of: input.shape[axis], node)) }
        let shape = try node.shape(extents)
        let output = try node.setOutput(0, shape: shape)
        let copy = copy(input.shape, to: shape, elementSize: size)
        return PreparedLoop { _, memory in
            let target = memory[output.slot]
            for i in 0..<shape.elementCount {
                (target + i * size).copyMemory(from: memory[value.slot], byteCount: size)
            }
            if let copy { copy.run(0..<copy.rowCount, from: memory[input.slot], to: target) }
        }
    }

    private func step(_ axis: Int) -> Int { gaps[axis] + 1 }

    private func extent(_ axis: Int, of count: Int, _ node: Preparation) throws(ModelError) -> Int {
        let spread =
            count == 0 ? 0 : CheckedInt(count - 1) * CheckedInt(step(axis)) + 1
        guard let extent = (spread + CheckedInt(low[axis]) + CheckedInt(high[axis])).value else {
            throw node.fail("padding \(count) by \(low[axis]) and \(high[axis]) overflows")
        }
        return max(0, extent)
    }

    /// The indices of an axis' input elements that lie inside of the output.
    ///
    /// Input element `i` is output element `low + i * step`, which is outside where it is negative
    /// or not below `extent`.
    private func kept(_ axis: Int, of count: Int, in extent: Int) -> Range<Int> {
        let last = CheckedInt(extent - 1) - CheckedInt(low[axis])
        guard let room = last.value, room >= 0, count > 0 else { return 0..<0 }
        // The least i with low + i * step >= 0 is -low / step, rounded up without overflow.
        let first = low[axis] >= 0 ? 0 : (-low[axis] - 1) / step(axis) + 1
        // Find the greatest i with low + i * step <= extent - 1.
        let final = min(count - 1, room / step(axis))
        return first..<max(first, final + 1)
    }

    /// Returns the copy of the kept elements; `nil` if there are none.
    ///
    /// With at least one kept element per axis, the offsets below lie inside of both tensors, so
    /// they cannot overflow.
    private func copy(_ input: Shape, to output: Shape, elementSize: Int) -> StridedCopy? {
        let axes = 0..<input.rank
        let kept = axes.map { self.kept($0, of: input[$0], in: output[$0]) }
        guard kept.allSatisfy({ !$0.isEmpty }) else { return nil }
        let (from, to) = (input.strides, output.strides)
        return StridedCopy(
            axes.map {
                // A single element needs no step, and steps may be as long as an Int.
                kept[$0].count == 1
                    ? (1, from[$0], to[$0]) : (kept[$0].count, from[$0], to[$0] * step($0))
            },
            source: axes.reduce(0) { $0 + kept[$1].lowerBound * from[$1] },
            target: axes.reduce(0) { $0 + (low[$1] + kept[$1].lowerBound * step($1)) * to[$1] },
            elementSize: elementSize)
    }
}

/// STABLEHLO_PAD: pads a tensor with a value, inserts gaps in it, or crops its edges.
///
/// Any element type of whole bytes.
/// - Source: StableHLO specification, `pad`.
enum StablehloPad: Operator {
    static let code = OperatorCode.builtin(.stablehloPad)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let options = try StablehloPadOptions(options)
        let padding = SpacedPadding(low: options.low, high: options.high, gaps: options.gaps)
        return try padding.prepare(node.input(0), value: node.input(1), node)
    }
}

/// DILATE: inserts a value between a tensor's elements.
///
/// Any element type of whole bytes.
/// - Source: TensorFlow Lite `dilate`.
enum Dilate: Operator {
    static let code = OperatorCode.builtin(.dilate)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let steps = try node.integers(1)
        guard steps.allSatisfy({ $0 > 0 }) else {
            throw node.fail("dilations \(steps) are not all 1 or more")
        }
        let none = steps.map { _ in 0 }
        let padding = SpacedPadding(low: none, high: none, gaps: steps.map { $0 - 1 })
        return try padding.prepare(node.input(0), value: node.input(2), node)
    }
}
