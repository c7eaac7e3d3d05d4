package import SightModelFile

/// An operator bound to its tensors: the thing that runs.
package protocol PreparedOperator: Sendable {
    /// Independent parts, each run once and possibly at the same time; 1 for most operators.
    var taskCount: Int { get }
    /// What it can do besides running by itself.
    var form: OperatorForm { get }

    /// Runs one part. Allocates nothing; memory is planned and checked in `prepare`.
    ///
    /// - Throws: ``ModelError`` with code `outOfRange`, only for control data read from tensors:
    ///   indices, divisors, loop bounds.
    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError)
}

extension PreparedOperator {
    package var taskCount: Int { 1 }
    package var form: OperatorForm { .plain }
}

/// What a node without work at run time becomes: a view of its input, or a folded constant.
package struct NoOperation: PreparedOperator {
    package init() {}
    package func run(_ task: Int, _ memory: borrowing TensorMemory) {}
}
