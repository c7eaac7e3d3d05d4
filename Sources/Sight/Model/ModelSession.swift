import Foundation
import SightInference
import SightModelFile

/// A prepared model that any number of threads may run at once.
///
/// Each run uses memory of its own, which is kept for later runs, so that the steady state
/// allocates nothing.
final class ModelSession: Sendable {
    let model: Model
    let graph: PreparedGraph
    private let lock = NSLock()
    /// The executions that no run uses.
    ///
    /// Safe: only code that holds the lock reads or changes the array, and an execution belongs to
    /// one thread from the moment it is taken out until it is put back.
    nonisolated(unsafe) private var idle: [Execution] = []

    /// Reads and prepares a model.
    init(_ file: ModelFile, threadCount: Int) throws(DetectionError) {
        (model, graph) = try DetectionError.wrapping { () throws(ModelError) in
            let model = try ModelReader.read(file.bytes())
            let graph = try model.prepare(
                pool: WorkerPool(threadCount: threadCount),
                precision: file.usesBFloat16 ? .bfloat16 : .binary32,
                customOperators: { CustomOperatorList(file.customOperators).find($0) })
            guard graph.outputsAreKnown else {
                throw ModelError(
                    .unsupported, "the shapes of the model's outputs depend on what it computes")
            }
            return (model, graph)
        }
    }

    /// Reads the model's metadata; `nil` if it has none.
    func metadata() throws(DetectionError) -> ModelMetadata? {
        try DetectionError.wrapping { () throws(ModelError) in try model.metadata() }
    }

    /// Runs the model once: `fill` writes the inputs, `read` reads the outputs.
    ///
    /// The run ends between two operators when the surrounding task is cancelled.
    func run<Result>(
        fill: (Execution) throws(DetectionError) -> Void,
        read: (Execution) throws(DetectionError) -> Result
    ) throws(DetectionError) -> Result {
        let execution = lock.withLock { idle.popLast() } ?? Execution(graph)
        defer { lock.withLock { idle.append(execution) } }
        try fill(execution)
        try DetectionError.wrapping { () throws(ModelError) in
            try execution.run(checking: { () throws(ModelError) in
                guard !Cancellation.isCancelled else {
                    throw ModelError(.cancelled, "the task was cancelled")
                }
            })
        }
        return try read(execution)
    }
}
