import CSightKernels
import SightModelFile
import SightTensor

/// LOG_SOFTMAX: the logarithm of SOFTMAX along the last axis.
///
/// float32; uint8 and int8 through a table of 256 exponentials.
///
/// - Source: TensorFlow Lite `log_softmax`.
enum LogSoftmax: Operator {
    static let code = OperatorCode.builtin(.logSoftmax)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let input = try node.inputOfOutputType()
        try node.expectRank(input, 1...8)
        let output = try node.setOutput(0, shape: input.shape)
        let depth = max(1, input.shape[-1])
        let rows = node.split(input.shape.elementCount / depth, cost: depth)
        switch input.elementType {
        case .float32: break
        case .uint8: return try quantized(node, input, output, rows, depth, UInt8.self)
        case .int8: return try quantized(node, input, output, rows, depth, Int8.self)
        default: throw node.unsupported(input)
        }
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.log_softmax
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            let range = rows.range(task)
            let start = range.lowerBound * depth
            kernel?(
                memory.elements(input.slot, as: Float.self) + start, range.count, depth,
                memory.elements(output.slot, as: Float.self) + start)
        }
    }

    private static func quantized<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ node: Preparation, _ input: TensorSpec, _ output: TensorSpec, _ rows: TaskSplit,
        _ depth: Int, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        let table = try LogSoftmaxTable(node.affine(input), node.affine(output))
        let scratch = try node.scratch(byteCount: rows.taskCount * LogSoftmaxTable.scratchSize)
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            let working = memory[scratch] + task * LogSoftmaxTable.scratchSize
            for row in rows.range(task) {
                table.run(
                    memory.elements(input.slot, as: Value.self) + row * depth,
                    memory.elements(output.slot, as: Value.self) + row * depth, depth, working)
            }
        }
    }
}
