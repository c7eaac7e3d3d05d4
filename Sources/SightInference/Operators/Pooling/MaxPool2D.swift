import SightModelFile
import SightTensor

/// MAX_POOL_2D: the largest value of each window.
///
/// float32 and quantised uint8, int8, int16 of one scale.
/// - Source: TensorFlow Lite `pooling`.
enum MaxPool2D: Operator {
    static let code = OperatorCode.builtin(.maxPool2D)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let pooling = try Pooling(options, node)
        switch pooling.input.elementType {
        case .float32:
            let range = pooling.activation.range
            return loop(pooling, least: -.greatestFiniteMagnitude, range)
        case .uint8: return try quantized(pooling, node, UInt8.self)
        case .int8: return try quantized(pooling, node, Int8.self)
        case .int16: return try quantized(pooling, node, Int16.self)
        default: throw node.unsupported(pooling.input)
        }
    }

    private static func quantized<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ pooling: Pooling, _ node: Preparation, _: Value.Type
    ) throws(ModelError) -> any PreparedOperator {
        let range = pooling.activation.quantized(pooling.output, try node.affine(pooling.output))
        return loop(
            pooling, least: Value.min,
            Value(clamping: range.lowerBound)...Value(clamping: range.upperBound))
    }

    private static func loop<Value: Comparable & BitwiseCopyable & Sendable>(
        _ pooling: Pooling, least: Value, _ range: ClosedRange<Value>
    ) -> any PreparedOperator {
        let channels = pooling.channels
        return PreparedLoop(tasks: pooling.split.taskCount) { task, memory in
            let input = memory.elements(pooling.input.slot, as: Value.self)
            let output = memory.elements(pooling.output.slot, as: Value.self)
            pooling.forEachPixel(task) { image, pixel, rows, columns in
                let target = output + pixel * channels
                for c in 0..<channels { target[c] = least }
                for y in rows {
                    for x in columns {
                        let source = input + pooling.offset(image, y, x)
                        for c in 0..<channels {
                            target[c] = target[c] < source[c] ? source[c] : target[c]
                        }
                    }
                }
                for c in 0..<channels {
                    target[c] = clamp(target[c], range.lowerBound, range.upperBound)
                }
            }
        }
    }
}
