import CSightKernels
import SightModelFile
import SightTensor

/// SOFTMAX: exponentials along the last axis, scaled to a sum of 1.
///
/// float32; uint8, int8 to the same or int16, through a table of 256 exponentials; int16.
/// - Source: TensorFlow Lite `softmax`, in the table form that the reference resolver also runs.
enum Softmax: Operator {
    static let code = OperatorCode.builtin(.softmax)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try SoftmaxOptions(options)
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectRank(input, 1...8)
        let beta = options.beta
        guard beta.isFinite else { throw node.fail("beta is \(beta)") }
        try node.setOutput(0, shape: input.shape)
        let depth = max(1, input.shape[-1])
        let rows = node.split(input.shape.elementCount / depth, cost: depth)
        switch (input.elementType, output.elementType) {
        case (.float32, .float32):
            let kernel = sight_row_kernels_best(sight_current_tier()).pointee.softmax
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                let range = rows.range(task)
                let start = range.lowerBound * depth
                kernel?(
                    memory.elements(input.slot, as: Float.self) + start, range.count, depth, beta,
                    memory.elements(output.slot, as: Float.self) + start)
            }
        case (.uint8, .uint8), (.int8, .int8), (.int8, .int16), (.uint8, .int16):
            return try bytes(
                input, output,
                SoftmaxTable(
                    node.affine(input), node.affine(output), beta: beta,
                    isSigned: input.elementType == .int8), rows, depth, node)
        case (.int16, .int16):
            let scale = try node.affine(input).scale
            guard try node.affine(output) == Affine(scale: 1 / 32768, zeroPoint: 0) else {
                throw node.fail("int16 needs an output scale of 1/32768 and a zero point of 0")
            }
            let softmax = WideSoftmax(inputScale: scale, beta: beta)
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                for row in rows.range(task) {
                    softmax.run(
                        memory.elements(input.slot) + row * depth,
                        memory.elements(output.slot) + row * depth, depth)
                }
            }
        default: throw node.unsupported(input)
        }
    }

    /// Prepares rows of bytes.
    private static func bytes(
        _ input: TensorSpec, _ output: TensorSpec, _ softmax: SoftmaxTable, _ rows: TaskSplit,
        _ depth: Int, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        guard output.elementType.isByte else {
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                for row in rows.range(task) {
                    softmax.run(
                        memory.elements(input.slot, as: UInt8.self) + row * depth,
                        memory.elements(output.slot) + row * depth, depth)
                }
            }
        }
        let isSigned = output.elementType == .int8
        if depth == 2, rows.count >= SoftmaxPairs.differenceCount {
            let pairs = SoftmaxPairs(softmax, isSigned: isSigned)
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                let range = rows.range(task)
                pairs.run(
                    memory.elements(input.slot) + range.lowerBound * depth,
                    memory.elements(output.slot) + range.lowerBound * depth, range.count)
            }
        }
        let scratch = try node.scratch(byteCount: rows.taskCount * SoftmaxTable.scratchSize)
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            let shares = memory[scratch] + task * SoftmaxTable.scratchSize
            let range = rows.range(task)
            let start = range.lowerBound * depth
            softmax.run(
                memory.elements(input.slot) + start, bytes: memory.elements(output.slot) + start,
                range.count, depth, isSigned: isSigned,
                shares.assumingMemoryBound(to: Float.self))
        }
    }
}
