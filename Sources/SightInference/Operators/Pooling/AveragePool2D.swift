import CSightKernels
import SightModelFile
import SightTensor

/// AVERAGE_POOL_2D: the mean of each window; elements outside the image do not count.
///
/// float32 and quantized uint8, int8, int16 of one scale.
/// - Source: TensorFlow Lite `pooling`: integer means round to nearest, ties away from zero.
enum AveragePool2D: Operator {
    static let code = OperatorCode.builtin(.averagePool2D)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let pooling = try Pooling(options, node)
        switch pooling.input.elementType {
        case .float32: return float(pooling)
        case .uint8, .int8, .int16:
            let output = pooling.output
            let range = pooling.activation.quantized(output, try node.affine(output))
            return quantized(pooling, range)
        default: throw node.unsupported(pooling.input)
        }
    }

    private static func float(_ pooling: Pooling) -> any PreparedOperator {
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.window_means
        return pooling.windows(elementSize: 4, pooling.activation.range) { kernel?($0) }
    }

    private static func quantized(_ pooling: Pooling, _ range: ClosedRange<Int32>)
        -> any PreparedOperator
    {
        // The kernel takes windows of at most 2^15 pixels.
        let (height, width) = (pooling.rows.largest, pooling.columns.largest)
        let isSmall = height < 1 << 15 && width < 1 << 15 && height * width <= 1 << 15
        switch pooling.input.elementType {
        case .int16: return integers(pooling, range, Int16.self)
        case .uint8 where !isSmall: return integers(pooling, range, UInt8.self)
        case .int8 where !isSmall: return integers(pooling, range, Int8.self)
        default: return bytes(pooling, range, isSigned: pooling.input.elementType == .int8)
        }
    }

    private static func bytes(
        _ pooling: Pooling, _ range: ClosedRange<Int32>, isSigned: Bool
    ) -> any PreparedOperator {
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.byte_window_means
        return pooling.windows(
            elementSize: 1, Float(range.lowerBound)...Float(range.upperBound)
        ) { kernel?($0, isSigned) }
    }

    private static func integers<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ pooling: Pooling, _ range: ClosedRange<Int32>, _: Value.Type
    ) -> any PreparedOperator {
        let channels = pooling.channels
        return PreparedLoop(tasks: pooling.split.taskCount) { task, memory in
            let input = memory.elements(pooling.input.slot, as: Value.self)
            let output = memory.elements(pooling.output.slot, as: Value.self)
            let sums = memory.elements(pooling.sums, as: Int32.self) + task * channels
            pooling.forEachPixel(task) { image, pixel, rows, columns in
                for c in 0..<channels { sums[c] = 0 }
                for y in rows {
                    for x in columns {
                        let source = input + pooling.offset(image, y, x)
                        for c in 0..<channels { sums[c] &+= Int32(truncatingIfNeeded: source[c]) }
                    }
                }
                let count = Int32(truncatingIfNeeded: max(1, rows.count &* columns.count))
                let half = count / 2
                let target = output + pixel * channels
                for c in 0..<channels {
                    let mean = (sums[c] > 0 ? sums[c] &+ half : sums[c] &- half) / count
                    target[c] = Value(
                        truncatingIfNeeded: clamp(mean, range.lowerBound, range.upperBound))
                }
            }
        }
    }
}
