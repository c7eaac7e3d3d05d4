import Foundation
import OpenInference
import SightServing
import SightTensor

/// One version of a model, loaded, warmed and with its workers running.
package final class ServedModel: Sendable {
    /// Which version of which model.
    package let key: RepositoryFolder.Key
    /// The files that it was made from.
    package let entry: RepositoryFolder.Entry
    /// What the model takes.
    package let inputs: [ModelMetadata.Tensor]
    /// What it gives.
    package let outputs: [ModelMetadata.Tensor]
    /// The line in front of its instances.
    package let queue: WorkQueue<TensorRunner>
    /// The version as the protocol writes it.
    let version: String
    /// Where the times of its runs are counted.
    let stages: RunStages

    /// Largest model file: it is read into memory, so that changes to the file do no harm.
    static let maximumByteCount = 1 << 30

    /// Loads a version and runs every instance once.
    ///
    /// - Throws: ``ServeError`` with the reason.
    package init(
        _ key: RepositoryFolder.Key, _ entry: RepositoryFolder.Entry, _ settings: ModelSettings,
        _ defaults: ServeSettings
    ) throws(ServeError) {
        self.key = key
        self.entry = entry
        version = String(key.version)
        stages = RunStages(model: key.model)
        guard !entry.file.isLarger(than: Self.maximumByteCount) else {
            throw ServeError(.failed, "the file has more than \(Self.maximumByteCount) bytes")
        }
        guard let bytes = FileManager.default.contents(atPath: entry.path) else {
            throw ServeError(.failed, "the file cannot be read")
        }
        guard FileStamp(path: entry.path) == entry.file else {
            throw ServeError(.failed, "the file changed while it was read")
        }
        let threads = settings.threads ?? defaults.threads
        try ModelTrial(.tensors, threads: threads, maximumRunMemory: defaults.maximumRunMemory)
            .run(defaults, on: bytes)
        do throws(ServingError) {
            let model = try TensorModel(
                bytes, threads: threads, maximumRunBytes: defaults.maximumRunMemory)
            inputs = try Self.tensors(model.inputs)
            outputs = try Self.tensors(model.outputs)
            let runners = (0..<(settings.instances ?? defaults.defaultInstances)).map { _ in
                model.makeRunner()
            }
            for runner in runners { try runner.runOnZeros(of: model) }
            queue = WorkQueue(
                name: "\(key.model)/\(key.version)", resources: runners,
                capacity: settings.queue ?? defaults.queue)
        } catch {
            throw ServeError(.failed, error.message)
        }
    }

    private static func tensors(_ ports: [TensorPort]) throws(ServingError)
        -> [ModelMetadata.Tensor]
    {
        var tensors: [ModelMetadata.Tensor] = []
        for port in ports {
            guard let type = Datatype(port.elementType) else {
                throw ServingError(
                    .modelUnusable, "\"\(port.name)\" is \(port.elementType), which is not served")
            }
            tensors.append(
                ModelMetadata.Tensor(
                    name: port.name, datatype: type.rawValue, shape: port.shape))
        }
        return tensors
    }
}
