import CSightKernels
import SightModelFile
import SightTensor

/// MEAN: the average of the elements along axes.
///
/// float32, int32 and int64 (toward zero) and quantized uint8, int8, int16.
/// - Source: TensorFlow Lite `reduce`.
enum Mean: Operator {
    static let code = OperatorCode.builtin(.mean)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        guard reduction.count > 0 else {
            throw node.fail("\(reduction.input.shape) has nothing to average")
        }
        switch reduction.input.elementType {
        case .float32: return float(reduction)
        case .int32: return try integer(reduction, Int32.self, node)
        case .int64: return try integer(reduction, Int64.self, node)
        case .uint8: return try QuantizedMean.prepare(reduction, node, isSum: false, UInt8.self)
        case .int8: return try QuantizedMean.prepare(reduction, node, isSum: false, Int8.self)
        case .int16: return try QuantizedMean.prepare(reduction, node, isSum: false, Int16.self)
        default: throw node.unsupported(reduction.input)
        }
    }

    private static func float(_ reduction: Reduction) -> any PreparedOperator {
        let (outputs, count) = (reduction.output.shape.elementCount, Float(reduction.count))
        return PreparedLoop { _, memory in
            let output = memory.elements(reduction.output.slot, as: Float.self)
            reduction.combine(
                sight_sum, memory.elements(reduction.input.slot), into: output, from: 0)
            for i in 0..<outputs { output[i] /= count }
        }
    }

    private static func integer<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ reduction: Reduction, _: Element.Type, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let (outputs, count) = (reduction.output.shape.elementCount, Int64(reduction.count))
        let scratch = try node.scratch(byteCount: outputs * 8)
        return PreparedLoop { _, memory in
            let output = memory.elements(reduction.output.slot, as: Element.self)
            let sums = memory.elements(scratch, as: Int64.self)
            reduction.fold(
                memory.elements(reduction.input.slot, as: Element.self), into: sums, from: Int64(0)
            ) { $0 &+ Int64(truncatingIfNeeded: $1) }
            for i in 0..<outputs { output[i] = Element(truncatingIfNeeded: sums[i] / count) }
        }
    }
}
