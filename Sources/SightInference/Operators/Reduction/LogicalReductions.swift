import SightModelFile
import SightTensor

/// REDUCE_ALL: whether all are true, along axes.
///
/// bool.
///
/// - Source: TensorFlow Lite `reduce`.
enum ReduceAll: Operator {
    static let code = OperatorCode.builtin(.reduceAll)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        guard reduction.input.elementType == .bool else { throw node.unsupported(reduction.input) }
        return PreparedLoop { _, memory in
            reduction.fold(
                memory.elements(reduction.input.slot, as: UInt8.self),
                into: memory.elements(reduction.output.slot), from: UInt8(1)
            ) { $0 & ($1 == 0 ? 0 : 1) }
        }
    }
}

/// REDUCE_ANY: whether one at least is true, along axes.
///
/// bool.
///
/// - Source: TensorFlow Lite `reduce`.
enum ReduceAny: Operator {
    static let code = OperatorCode.builtin(.reduceAny)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let reduction = try Reduction(options, node)
        guard reduction.input.elementType == .bool else { throw node.unsupported(reduction.input) }
        return PreparedLoop { _, memory in
            reduction.fold(
                memory.elements(reduction.input.slot, as: UInt8.self),
                into: memory.elements(reduction.output.slot), from: UInt8(0)
            ) { $0 | ($1 == 0 ? 0 : 1) }
        }
    }
}
