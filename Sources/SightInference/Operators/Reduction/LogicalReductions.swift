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
        try Reduction(options, node).logical(node, isAll: true)
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
        try Reduction(options, node).logical(node, isAll: false)
    }
}

extension Reduction {
    /// Prepares a reduction of Booleans; every byte but 0 is true.
    ///
    /// All are true if the least byte is not 0, and any is true if the greatest is not 0.
    fileprivate func logical(_ node: Preparation, isAll: Bool) throws(ModelError)
        -> any PreparedOperator
    {
        guard input.elementType == .bool else { throw node.unsupported(input) }
        return PreparedLoop { _, memory in
            let results = memory.elements(output.slot, as: UInt8.self)
            greatestBytes(
                memory.elements(input.slot), into: results, flip: isAll ? 0xFF : 0)
            for i in 0..<output.shape.elementCount { results[i] = results[i] == 0 ? 0 : 1 }
        }
    }
}
