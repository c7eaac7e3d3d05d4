import SightModelFile
import SightTensor

/// REDUCE_MAX: the largest element along axes.
///
/// float32, int32, int64 and quantised uint8, int8, int16 of one scale.
/// - Source: TensorFlow Lite `reduce`.
enum ReduceMax: Operator {
    static let code = OperatorCode.builtin(.reduceMax)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        switch reduction.input.elementType {
        case .float32: return loop(reduction, -Float.infinity)
        case .int32: return loop(reduction, Int32.min)
        case .int64: return loop(reduction, Int64.min)
        case .uint8: return loop(reduction, UInt8.min)
        case .int8: return loop(reduction, Int8.min)
        case .int16: return loop(reduction, Int16.min)
        default: throw node.unsupported(reduction.input)
        }
    }

    private static func loop<Value: Comparable & BitwiseCopyable & Sendable>(
        _ reduction: Reduction, _ start: Value
    ) -> any PreparedOperator {
        PreparedLoop { _, memory in
            reduction.fold(
                memory.elements(reduction.input.slot, as: Value.self),
                into: memory.elements(reduction.output.slot), from: start
            ) { $0 < $1 ? $1 : $0 }
        }
    }
}

/// REDUCE_MIN: the smallest element along axes.
///
/// float32, int32, int64 and quantised uint8, int8, int16 of one scale.
/// - Source: TensorFlow Lite `reduce`.
enum ReduceMin: Operator {
    static let code = OperatorCode.builtin(.reduceMin)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        switch reduction.input.elementType {
        case .float32: return loop(reduction, Float.infinity)
        case .int32: return loop(reduction, Int32.max)
        case .int64: return loop(reduction, Int64.max)
        case .uint8: return loop(reduction, UInt8.max)
        case .int8: return loop(reduction, Int8.max)
        case .int16: return loop(reduction, Int16.max)
        default: throw node.unsupported(reduction.input)
        }
    }

    private static func loop<Value: Comparable & BitwiseCopyable & Sendable>(
        _ reduction: Reduction, _ start: Value
    ) -> any PreparedOperator {
        PreparedLoop { _, memory in
            reduction.fold(
                memory.elements(reduction.input.slot, as: Value.self),
                into: memory.elements(reduction.output.slot), from: start
            ) { $0 > $1 ? $1 : $0 }
        }
    }
}
