import CSightKernels
import SightModelFile
import SightTensor

/// REDUCE_PROD: the product of the elements along axes.
///
/// float32, int32, int64 (both wrap).
///
/// - Source: TensorFlow Lite `reduce`.
enum ReduceProd: Operator {
    static let code = OperatorCode.builtin(.reduceProd)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        switch reduction.input.elementType {
        case .float32:
            return PreparedLoop { _, memory in
                reduction.combine(
                    sight_product, memory.elements(reduction.input.slot),
                    into: memory.elements(reduction.output.slot), from: 1)
            }
        case .int32: return loop(reduction, Int32(1)) { $0 &* $1 }
        case .int64: return loop(reduction, Int64(1)) { $0 &* $1 }
        default: throw node.unsupported(reduction.input)
        }
    }

    @inline(__always)
    private static func loop<Value: BitwiseCopyable & Sendable>(
        _ reduction: Reduction, _ one: Value,
        _ multiply: @escaping @Sendable (Value, Value) -> Value
    ) -> any PreparedOperator {
        PreparedLoop { _, memory in
            reduction.fold(
                memory.elements(reduction.input.slot, as: Value.self),
                into: memory.elements(reduction.output.slot), from: one, multiply)
        }
    }
}
