import Foundation
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
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            for row in rows.range(task) {
                let source = memory.elements(input.slot, as: Float.self) + row * depth
                let target = memory.elements(output.slot, as: Float.self) + row * depth
                var largest = -Float.infinity
                for i in 0..<depth { largest = max(largest, source[i]) }
                var sum: Float = 0
                for i in 0..<depth { sum += expf(source[i] - largest) }
                let logarithm = logf(sum)
                for i in 0..<depth { target[i] = source[i] - largest - logarithm }
            }
        }
    }

    private static func quantized<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ node: Preparation, _ input: TensorSpec, _ output: TensorSpec, _ rows: TaskSplit,
        _ depth: Int, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        let table = try LogSoftmaxTable(node.affine(input), node.affine(output))
        return PreparedLoop(tasks: rows.taskCount) { task, memory in
            for row in rows.range(task) {
                table.run(
                    memory.elements(input.slot, as: Value.self) + row * depth,
                    memory.elements(output.slot, as: Value.self) + row * depth, depth)
            }
        }
    }
}
