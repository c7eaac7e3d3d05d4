import SightServing

/// Runs a model on a worker, and gives back the memory of large runs.
///
/// A runner keeps the memory of its last shapes for the next run. A client may choose a large shape
/// once, for which every instance would keep up to the whole memory of a run.
package final class ModelRunner {
    /// The bytes of inputs and outputs from which a run counts as large.
    private static let largeByteCount = 16 << 20

    private let model: TensorModel
    private var runner: TensorRunner
    /// Whether requests choose shapes; otherwise every run needs the same memory.
    private let hasOpenShapes: Bool

    /// Makes a runner of its own for a model.
    init(_ model: TensorModel) {
        self.model = model
        runner = model.makeRunner()
        hasOpenShapes = model.inputs.contains { $0.shape.contains(-1) }
    }

    /// Runs the model once on zeros, so that its first real run is as fast as the others.
    func warmUp() throws(ServingError) { try runner.runOnZeros(of: model) }

    /// Runs the model once, as `TensorRunner` does.
    func run(_ values: [TensorValue], isCancelled: @escaping () -> Bool) throws(ServingError)
        -> [TensorValue]
    {
        var count = values.reduce(0) { $0 + $1.bytes.count }
        defer {
            if hasOpenShapes, count >= Self.largeByteCount { runner = model.makeRunner() }
        }
        let outputs = try runner.run(values, isCancelled: isCancelled)
        count += outputs.reduce(0) { $0 + $1.bytes.count }
        return outputs
    }
}
