import CSightKernels
import SightModelFile
import SightTensor

/// MAX_POOL_2D: the largest value of each window.
///
/// float32 and quantized uint8, int8, int16 of one scale.
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
            return floats(pooling, pooling.activation.range)
        case .uint8, .int8, .int16:
            let output = pooling.output
            let range = pooling.activation.quantized(output, try node.affine(output))
            return pooling.input.elementType == .int16
                ? words(
                    pooling, Int16(clamping: range.lowerBound)...Int16(clamping: range.upperBound))
                : bytes(pooling, range, isSigned: pooling.input.elementType == .int8)
        default: throw node.unsupported(pooling.input)
        }
    }

    private static func floats(_ pooling: Pooling, _ range: ClosedRange<Float>)
        -> any PreparedOperator
    {
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.window_maxima
        return pooling.windows(elementSize: 4, range) { kernel?($0) }
    }

    private static func bytes(
        _ pooling: Pooling, _ range: ClosedRange<Int32>, isSigned: Bool
    ) -> any PreparedOperator {
        let kernel = sight_row_kernels_best(sight_current_tier()).pointee.byte_window_maxima
        return pooling.windows(
            elementSize: 1, Float(range.lowerBound)...Float(range.upperBound)
        ) { kernel?($0, isSigned) }
    }

    private static func words(_ pooling: Pooling, _ range: ClosedRange<Int16>)
        -> any PreparedOperator
    {
        let channels = pooling.channels
        return PreparedLoop(tasks: pooling.split.taskCount) { task, memory in
            let input = memory.elements(pooling.input.slot, as: Int16.self)
            let output = memory.elements(pooling.output.slot, as: Int16.self)
            pooling.forEachPixel(task) { image, pixel, rows, columns in
                let target = output + pixel * channels
                for c in 0..<channels { target[c] = .min }
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
