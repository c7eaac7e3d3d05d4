import SightModelFile

/// A prepared operator in an object of its own, which runs without being copied.
///
/// Before a call on `any PreparedOperator`, Swift would copy the value and count all references in
/// it. That takes as long as a small operator.
protocol StepOperation: AnyObject, Sendable {
    /// Runs one part; see ``PreparedOperator/run(_:_:)``.
    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError)
}

final class OwnedOperation<Operation: PreparedOperator>: StepOperation {
    private let operation: Operation

    init(_ operation: Operation) { self.operation = operation }

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        try operation.run(task, memory)
    }
}

extension PreparedOperator {
    /// Moves the operator to an object of its own.
    func owned() -> any StepOperation { OwnedOperation(self) }
}
