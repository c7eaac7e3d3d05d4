package import SightModelFile

/// One operator.
///
/// `prepare` sees the untrusted model; the value it returns runs without
/// re-checking.
///
/// To add an operator: one file with a type that conforms, one line in ``OperatorRegistry``.
package protocol Operator: Sendable {
    /// Which nodes this operator runs.
    static var code: OperatorCode { get }
    /// The versions of the schema's operator that are implemented.
    static var versions: ClosedRange<Int> { get }

    /// Checks a node and makes what runs it: weights packed, shapes known, scratch reserved.
    ///
    /// Every output gets its shape here, through ``Preparation/setOutput(_:shape:)`` or
    /// ``Preparation/alias(output:input:shape:)``.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` or `unsupported`.
    static func prepare(_ options: OptionsTable, _ node: inout Preparation) throws(ModelError)
        -> any PreparedOperator
}

/// An operator bound to its tensors: the thing that runs.
package protocol PreparedOperator: Sendable {
    /// Independent parts, each run once and possibly at the same time; 1 for most operators.
    var taskCount: Int { get }

    /// Runs one part. Allocates nothing; memory is planned and checked in `prepare`.
    ///
    /// - Throws: ``ModelError`` with code `outOfRange`, only for control data read from tensors:
    ///   indices, divisors, loop bounds.
    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError)
}

extension PreparedOperator {
    package var taskCount: Int { 1 }
}

/// What a node without work at run time becomes: a view of its input, or a folded constant.
package struct NoOperation: PreparedOperator {
    package init() {}
    package func run(_ task: Int, _ memory: borrowing TensorMemory) {}
}
