import CSightKernels
import SightModelFile
import SightTensor

/// SUM: adds the elements along axes.
///
/// float32, int32, int64 (both wrap) and quantized uint8, int8, int16.
/// - Source: TensorFlow Lite `reduce`.
enum Sum: Operator {
    static let code = OperatorCode.builtin(.sum)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        switch reduction.input.elementType {
        case .float32:
            return PreparedLoop { _, memory in
                reduction.combine(
                    sight_sum, memory.elements(reduction.input.slot),
                    into: memory.elements(reduction.output.slot), from: 0)
            }
        case .int32: return loop(reduction, Int32(0)) { $0 &+ $1 }
        case .int64: return loop(reduction, Int64(0)) { $0 &+ $1 }
        case .uint8: return try QuantizedMean.prepare(reduction, node, isSum: true, UInt8.self)
        case .int8: return try QuantizedMean.prepare(reduction, node, isSum: true, Int8.self)
        case .int16: return try QuantizedMean.prepare(reduction, node, isSum: true, Int16.self)
        default: throw node.unsupported(reduction.input)
        }
    }

    @inline(__always)
    private static func loop<Value: BitwiseCopyable & Sendable>(
        _ reduction: Reduction, _ zero: Value, _ add: @escaping @Sendable (Value, Value) -> Value
    ) -> any PreparedOperator {
        PreparedLoop { _, memory in
            reduction.fold(
                memory.elements(reduction.input.slot, as: Value.self),
                into: memory.elements(reduction.output.slot), from: zero, add)
        }
    }
}
