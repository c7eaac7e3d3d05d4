import SightConcurrency
import SightCustomOperators
import SightInference
import SightModelFile
import SightTensor

/// A prepared model that any number of threads may run at once.
///
/// Each run uses memory of its own. A ``Reserve`` keeps it for later runs, so that the steady state
/// allocates nothing.
final class ModelSession: Sendable {
    let model: Model
    let graph: PreparedGraph
    private let path: String?
    /// The executions that no run uses.
    private let idle = Reserve<Execution>()

    /// Reads and prepares a model.
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - threadCount: the number of threads that share one run.
    ///   - needsImageSize: whether to refuse a model that leaves the size of its image input open
    ///     if nothing states one; otherwise the model gets the placeholders in the file.
    /// - Throws: ``DetectionError`` with code `invalidModel` or `invalidOptions`, whose message
    ///   starts with the path.
    init(_ file: ModelFile, threadCount: Int, needsImageSize: Bool = true) throws(DetectionError) {
        path = file.path
        // The errors of this step have the path already.
        let bytes = try DetectionError.wrapping { () throws(ModelError) in try file.bytes() }
        let model = try DetectionError.wrapping(naming: path) { () throws(ModelError) in
            try ModelReader.read(bytes)
        }
        let shape = try Self.imageShape(model, file, isNeeded: needsImageSize)
        self.model = model
        graph = try DetectionError.wrapping(naming: path) { () throws(ModelError) in
            let graph = try model.prepare(
                inputShapes: shape.map { [0: $0] } ?? [:],
                pool: WorkerPool(threadCount: threadCount),
                precision: file.usesBFloat16 ? .bfloat16 : .binary32,
                customOperators: { CustomOperatorList(file.customOperators).find($0) })
            guard graph.outputsAreKnown else {
                throw ModelError(
                    .unsupported, "the shapes of the model's outputs depend on what it computes")
            }
            return graph
        }
    }

    /// Returns the shape that the image input gets; `nil` if it keeps the file's.
    private static func imageShape(_ model: Model, _ file: ModelFile, isNeeded: Bool)
        throws(DetectionError) -> Shape?
    {
        do throws(DetectionError) {
            return try OpenInputSize.shape(in: model, wanted: file.inputSize)
        } catch {
            guard isNeeded || error.code == .invalidOptions else { return nil }
            throw error.naming(file.path)
        }
    }

    /// Reads the model's metadata; `nil` if it has none.
    func metadata() throws(DetectionError) -> ModelMetadata? {
        try DetectionError.wrapping(naming: path) { () throws(ModelError) in
            try model.metadata()
        }
    }

    /// Runs the model once: `fill` writes the inputs, `read` reads the outputs.
    ///
    /// The run ends between two operators when the surrounding task is cancelled.
    func run<Result>(
        fill: (Execution) throws(DetectionError) -> Void,
        read: (Execution) throws(DetectionError) -> Result
    ) throws(DetectionError) -> Result {
        let execution = idle.take() ?? Execution(graph)
        defer { idle.putBack(execution) }
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
