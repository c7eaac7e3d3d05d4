package import SightModelFile

/// An operator that is bound to its tensors and can run.
package protocol PreparedOperator: Sendable {
    /// The number of independent parts, which may run at the same time; 1 for most operators.
    var taskCount: Int { get }
    /// The way in which it can be fused with others.
    var form: OperatorForm { get }

    /// Runs one part. It allocates nothing: `prepare` has reserved and checked all memory.
    ///
    /// - Throws: ``ModelError`` with code `outOfRange`, only for indices, divisors and loop bounds
    ///   that are read from tensors.
    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError)
}

extension PreparedOperator {
    package var taskCount: Int { 1 }
    package var form: OperatorForm { .plain }
}

/// The operator of a node without work at run time: its output is an alias, or constant.
package struct NoOperation: PreparedOperator {
    package init() {}
    package func run(_ task: Int, _ memory: borrowing TensorMemory) {}
}
