import Foundation
import OpenInference
import SightServing
import SightTensor

/// A loaded version of a model, with its workers, each of which has run it once.
package final class ServedModel: Sendable {
    /// The model and the version.
    package let key: RepositoryFolder.Key
    /// The state of the files from which it was loaded.
    package let entry: RepositoryFolder.Entry
    /// The inputs of the model.
    package let inputs: [ModelMetadata.Tensor]
    /// The outputs of the model.
    package let outputs: [ModelMetadata.Tensor]
    /// The queue of its instances.
    package let queue: WorkQueue<ModelRunner>
    /// The version as the protocol writes it.
    let version: String
    /// The histograms of its runs.
    let stages: RunStages

    /// The size limit of a model file, which is copied to memory so that its changes do no harm.
    static let maximumByteCount = 1 << 30

    /// Loads a version and runs every instance once.
    ///
    /// - Throws: ``ServeError`` with the reason; of kind `unavailable` if the file cannot be read.
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
            throw ServeError(.unavailable, "the file cannot be read")
        }
        guard FileStamp(path: entry.path) == entry.file else {
            throw ServeError(.unavailable, "the file changed while it was read")
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
                ModelRunner(model)
            }
            for runner in runners { try runner.warmUp() }
            queue = WorkQueue(
                name: "\(key.model)/\(key.version)", resources: runners,
                capacity: settings.queue ?? defaults.queue,
                peerCapacity: defaults.maximumPeerQueue)
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
