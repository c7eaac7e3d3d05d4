import SightModelFile
import SightTensor

/// STABLEHLO_REDUCE_WINDOW: combines the elements of windows with a nested graph.
///
/// The graph is a sum, a product, a maximum or a minimum, and the initial value is a constant that
/// changes no sum or product. float32, integers without quantization, and bool except for sums.
/// - Source: StableHLO specification, `reduce_window`.
enum StablehloReduceWindow: Operator {
    static let code = OperatorCode.builtin(.stablehloReduceWindow)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let options = try StablehloReduceWindowOptions(options)
        switch try NestedCombination(options.graph, of: node.input(0), node) {
        case .replace: throw node.fail(.unsupported, "windows whose graph combines nothing")
        case .add: return try prepare(options, StablehloAdd.self, neutral: 0, node)
        case .multiply: return try prepare(options, StablehloMultiply.self, neutral: 1, node)
        case .maximum: return try prepare(options, StablehloMaximum.self, neutral: nil, node)
        case .minimum: return try prepare(options, StablehloMinimum.self, neutral: nil, node)
        }
    }

    private static func prepare<Function: Combination>(
        _ options: StablehloReduceWindowOptions, _: Function.Type, neutral: Int?,
        _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let (input, initial) = (try node.input(0), try node.input(1))
        try node.expectSameType(input, initial, node.output(0))
        guard initial.shape.elementCount == 1 else {
            throw node.fail("the initial value has the shape \(initial.shape), not one element")
        }
        let axes = try Axis.all(options, input.shape, node)
        let passes = Passes<Function>(axes: axes, input: input, neutral: neutral)
        return try node.prepareWithTruthValues(passes, for: input)
    }

    /// The windows along one axis.
    private struct Axis {
        /// The elements of the input that a window covers.
        struct Part {
            let first: Int
            let count: Int
        }

        let input: Int
        let output: Int
        /// The distance of neighboring elements of a window.
        let step: Int
        let size: Int
        let stride: Int
        let padding: Int

        /// The elements that a window covers, without those in the padding.
        func part(_ position: Int) -> Part {
            let start = position * stride - padding
            let skipped = start < 0 ? (-start - 1) / step + 1 : 0
            let end = start < input ? min(size, (input - 1 - start) / step + 1) : 0
            guard skipped < end else { return Part(first: 0, count: 0) }
            return Part(first: start + skipped * step, count: end - skipped)
        }

        /// Whether each output is its input, combined with the initial value.
        var keepsElements: Bool { size == 1 && stride == 1 && padding == 0 && output == input }

        static func all(
            _ options: StablehloReduceWindowOptions, _ shape: Shape, _ node: Preparation
        ) throws(ModelError) -> [Axis] {
            let rank = shape.rank
            func numbers(_ given: [Int], count: Int, or value: Int) throws(ModelError) -> [Int] {
                guard given.isEmpty || given.count == count else {
                    throw node.fail("\(given) does not have \(count) numbers")
                }
                return given.isEmpty ? [Int](repeating: value, count: count) : given
            }
            let sizes = try numbers(options.sizes, count: rank, or: 1)
            let strides = try numbers(options.strides, count: rank, or: 1)
            let steps = try numbers(options.windowDilations, count: rank, or: 1)
            let gaps = try numbers(options.inputDilations, count: rank, or: 1)
            let padding = try numbers(options.padding, count: 2 * rank, or: 0)
            guard gaps.allSatisfy({ $0 == 1 }) else {
                throw node.fail(.unsupported, "windows over an input with gaps \(gaps)")
            }
            var axes: [Axis] = []
            for axis in 0..<rank {
                let (size, stride, step) = (sizes[axis], strides[axis], steps[axis])
                let padded =
                    CheckedInt(shape[axis]) + CheckedInt(padding[2 * axis])
                    + CheckedInt(padding[2 * axis + 1])
                let extent = (CheckedInt(size) - 1) * CheckedInt(step) + 1
                let bound = 1 << 32
                guard size > 0, stride > 0, step > 0, let extent = extent.value,
                    let room = (padded - CheckedInt(extent)).value,
                    padding.allSatisfy({ (-bound..<bound).contains($0) })
                else {
                    throw node.fail(
                        "windows \(sizes) with strides \(strides), dilations \(steps) and padding "
                            + "\(padding) do not fit \(shape)")
                }
                axes.append(
                    Axis(
                        input: shape[axis], output: room < 0 ? 0 : room / stride + 1, step: step,
                        size: size, stride: stride, padding: padding[2 * axis]))
            }
            return axes
        }
    }

    /// The windows of one axis after the other.
    private struct Passes<Function: Combination>: NumberLoop {
        let axes: [Axis]
        let input: TensorSpec
        /// The only initial value of a sum or a product; `nil` if any value may be.
        let neutral: Int?

        func prepare<Number: StablehloNumber>(_: Number.Type, _ node: Preparation)
            throws(ModelError) -> any PreparedOperator
        {
            let output = try node.setOutput(0, shape: node.shape(axes.map(\.output)))
            let initial = try node.values(1).bytes.loadUnaligned(as: Number.self)
            if let neutral, initial != (neutral == 0 ? 0 : 1) {
                throw node.fail(
                    .unsupported, "the initial value is \(initial), only \(neutral) is supported")
            }
            var changed = axes.indices.filter { !axes[$0].keepsElements }
            if changed.isEmpty { changed = axes.isEmpty ? [] : [0] }
            var (source, extents) = (input.slot, axes.map(\.input))
            for axis in changed.dropLast() {
                extents[axis] = axes[axis].output
                let byteCount = try node.shape(extents).elementCount * MemoryLayout<Number>.stride
                let target = try node.scratch(byteCount: byteCount)
                node.addPhase(try pass(axis, extents, source, target, initial, node))
                source = target
            }
            guard let last = changed.last else {
                return PreparedLoop { _, memory in
                    memory.elements(output.slot, as: Number.self).pointee = Function.apply(
                        initial, memory.elements(input.slot, as: Number.self).pointee)
                }
            }
            extents[last] = axes[last].output
            return try pass(last, extents, source, output.slot, initial, node)
        }

        /// Combines the windows along an axis; `extents` are those of the result.
        private func pass<Number: StablehloNumber>(
            _ index: Int, _ extents: [Int], _ source: TensorSlot, _ target: TensorSlot,
            _ initial: Number, _ node: Preparation
        ) throws(ModelError) -> any PreparedOperator {
            let axis = axes[index]
            let inner = extents[(index + 1)...].reduce(1, *)
            let outer = extents[..<index].reduce(1, *)
            try node.spendList(axis.output, of: Axis.Part.self)
            let parts = (0..<axis.output).map(axis.part)
            let most = 1 << 20  // an estimate is enough
            let split = node.split(
                outer * axis.output, cost: min(inner, most) * min(axis.size, axis.input, most))
            return PreparedLoop(tasks: split.taskCount) { task, memory in
                let source = memory.elements(source, as: Number.self)
                let target = memory.elements(target, as: Number.self)
                for place in split.range(task) {
                    let (block, position) = place.quotientAndRemainder(dividingBy: axis.output)
                    let part = parts[position]
                    let result = target + place * inner
                    let first = source + (block * axis.input + part.first) * inner
                    let distance = part.count > 1 ? axis.step * inner : 0
                    if inner == 1 {
                        var value = initial
                        for i in 0..<part.count {
                            value = Function.apply(value, first[i * distance])
                        }
                        result.pointee = value
                        continue
                    }
                    result.update(repeating: initial, count: inner)
                    for number in 0..<part.count {
                        let elements = first + number * distance
                        for i in 0..<inner { result[i] = Function.apply(result[i], elements[i]) }
                    }
                }
            }
        }
    }
}
