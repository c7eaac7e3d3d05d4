import SightModelFile
import SightTensor

/// REDUCE_ALL: whether all elements are true, along axes.
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
        try Reduction(options, node).folding(node, from: 1) { $0 & $1 }
    }
}

/// REDUCE_ANY: whether at least one element is true, along axes.
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
        try Reduction(options, node).folding(node, from: 0) { $0 | $1 }
    }
}

extension Reduction {
    /// Prepares a reduction of Booleans, each as 0 or 1.
    fileprivate func folding(
        _ node: Preparation, from initial: UInt8,
        _ combine: @escaping @Sendable (UInt8, UInt8) -> UInt8
    ) throws(ModelError) -> any PreparedOperator {
        guard input.elementType == .bool else { throw node.unsupported(input) }
        return PreparedLoop { _, memory in
            fold(
                memory.elements(input.slot, as: UInt8.self), into: memory.elements(output.slot),
                from: initial
            ) { combine($0, $1 == 0 ? 0 : 1) }
        }
    }
}
