import Foundation
import Logging
import Metrics
import NIOConcurrencyHelpers
import OpenInference

/// The models of a repository folder that could be loaded.
///
/// The served models change all at once: a refresh first loads new files and then replaces the old
/// models. If the new file of a version cannot be loaded, the old one is served on.
package final class ModelRepository: Sendable {
    /// A version and the state of its file.
    package struct Status: Codable, Equatable, Sendable {
        package let name: String
        package let version: String
        /// `READY` or `UNAVAILABLE`.
        package let state: String
        /// The reason why the file in the folder is not served; empty if it is.
        package let reason: String
    }

    private typealias Failures = [RepositoryFolder.Key: (
        entry: RepositoryFolder.Entry, reason: String
    )]

    private struct State {
        /// The versions by model name, in rising order.
        var served: [String: [ServedModel]] = [:]
        /// The files that could not be loaded, with the reasons; a changed file is tried again.
        var failures: Failures = [:]
        var hasLooked = false
        /// Whether the folder was missing at the last refresh.
        var isMissing = false

        /// Every version that is served.
        var loaded: [RepositoryFolder.Key: ServedModel] {
            Dictionary(served.values.joined().map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        }
    }

    private let path: String?
    private let settings: ServeSettings
    private let logger: Logger
    private let state: NIOLockedValueBox<State>

    /// Makes a repository without models; ``refresh()`` loads them.
    package init(_ settings: ServeSettings, logger: Logger) {
        path = settings.repository
        self.settings = settings
        self.logger = logger
        state = NIOLockedValueBox(State(hasLooked: settings.repository == nil))
    }

    /// Whether the folder has been read and its models are loaded.
    package var isReady: Bool { state.withLockedValue { $0.hasLooked } }

    /// Finds a version of a model; the newest for an empty version.
    ///
    /// - Throws: ``ServeError`` `notFound`, or `unavailable` before the first refresh has ended.
    package func find(_ model: String, version: String) throws(ServeError) -> ServedModel {
        let (versions, hasLooked) = state.withLockedValue { ($0.served[model], $0.hasLooked) }
        guard let versions, let newest = versions.last else {
            throw hasLooked
                ? ServeError(.notFound, "there is no model \"\(model)\"")
                : ServeError(.unavailable, "the models are being loaded", retryAfter: 1)
        }
        if version.isEmpty { return newest }
        guard let found = versions.first(where: { String($0.key.version) == version }) else {
            throw ServeError(.notFound, "model \"\(model)\" has no version \"\(version)\"")
        }
        return found
    }

    /// Returns the metadata of a model.
    package func metadata(_ model: String, version: String) throws(ServeError) -> ModelMetadata {
        let found = try find(model, version: version)
        let versions = state.withLockedValue { $0.served[model] } ?? []
        return ModelMetadata(
            name: model, versions: versions.map { String($0.key.version) }, platform: "tflite",
            inputs: found.inputs, outputs: found.outputs)
    }

    /// Every version that is served or in the folder, in the order of name and version.
    package var statuses: [Status] {
        state.withLockedValue { state in
            let loaded = state.loaded
            let keys = Set(loaded.keys).union(state.failures.keys)
            return keys.sorted { ($0.model, $0.version) < ($1.model, $1.version) }.map { key in
                Status(
                    name: key.model, version: String(key.version),
                    state: loaded[key] == nil ? "UNAVAILABLE" : "READY",
                    reason: state.failures[key]?.reason ?? "")
            }
        }
    }

    /// Reads the folder, loads new models and releases models whose files no longer exist.
    ///
    /// The call blocks; make one at a time. If the folder is missing, all loaded models stay.
    package func refresh() {
        guard let path else { return }
        guard let folder = RepositoryFolder(path: path) else {
            let isNews = state.withLockedValue { state in
                defer { state.isMissing = true }
                return !state.isMissing
            }
            if isNews {
                logger.error(
                    """
                    the repository's folder cannot be read: the service is not ready, or keeps \
                    the models that it has
                    """, metadata: ["folder": "\(path)"])
            }
            return
        }
        let (old, oldFailures) = state.withLockedValue { state in
            state.isMissing = false
            return (state.loaded, state.failures)
        }
        var next: [RepositoryFolder.Key: ServedModel] = [:]
        var nextFailures: Failures = [:]
        for (key, entry) in wanted(folder) {
            if let served = old[key], served.entry == entry {
                next[key] = served
            } else if let failure = oldFailures[key], failure.entry == entry {
                nextFailures[key] = failure
                next[key] = old[key]
            } else {
                do throws(ServeError) {
                    next[key] = try load(key, entry)
                } catch {
                    nextFailures[key] = (entry, error.message)
                    next[key] = old[key]
                    note(error, key, isServed: old[key] != nil)
                }
            }
        }
        replace(old, with: next, nextFailures)
    }

    /// All served versions.
    var all: [ServedModel] { state.withLockedValue { Array($0.served.values.joined()) } }

    /// Closes all queues; the workers end after the requests in them.
    package func close() { for model in all { model.queue.close() } }

    private func replace(
        _ old: [RepositoryFolder.Key: ServedModel], with next: [RepositoryFolder.Key: ServedModel],
        _ nextFailures: Failures
    ) {
        state.withLockedValue { state in
            state.served = Dictionary(grouping: next.values, by: \.key.model)
                .mapValues { $0.sorted { $0.key.version < $1.key.version } }
            state.failures = nextFailures
            state.hasLooked = true
        }
        Gauge(label: "sight_models_loaded").record(next.count)
        for (key, model) in old where next[key] !== model {
            model.queue.close()
            if next[key] == nil { logger.info("unloaded \(key.model) version \(key.version)") }
        }
    }

    /// The versions of a folder that its settings ask for.
    private func wanted(_ folder: RepositoryFolder) -> [(
        RepositoryFolder.Key, RepositoryFolder.Entry
    )] {
        Dictionary(grouping: folder.entries, by: \.key.model).flatMap { _, versions in
            let sorted = versions.sorted { $0.key.version > $1.key.version }
            let settings = sorted.first.flatMap { try? self.settings(of: $0.value) }
            return sorted.prefix(settings?.versions ?? .max).map { ($0.key, $0.value) }
        }
    }

    private func settings(of entry: RepositoryFolder.Entry) throws(ServeError) -> ModelSettings {
        guard entry.settings != nil else { return ModelSettings() }
        guard let file = FileManager.default.contents(atPath: entry.settingsPath) else {
            throw ServeError(.failed, "config.json cannot be read")
        }
        return try ModelSettings(file)
    }

    private func load(_ key: RepositoryFolder.Key, _ entry: RepositoryFolder.Entry)
        throws(ServeError) -> ServedModel
    {
        let start = ContinuousClock.now
        let model = try ServedModel(key, entry, try settings(of: entry), settings)
        logger.info(
            "loaded \(key.model) version \(key.version)",
            metadata: ["seconds": "\((ContinuousClock.now - start) / .seconds(1))"])
        return model
    }

    private func note(_ error: ServeError, _ key: RepositoryFolder.Key, isServed: Bool) {
        Counter(
            label: "sight_model_load_failures_total", dimensions: [("model", key.model)]
        ).increment()
        logger.error(
            "cannot load \(key.model) version \(key.version): \(error.message)",
            metadata: ["still_serving": "\(isServed)"])
    }
}

extension ModelRepository {
    /// Records the number of waiting requests of each model as a metric.
    func recordDepths() {
        for model in all {
            Gauge(
                label: "sight_queue_depth",
                dimensions: [("model", model.key.model), ("version", String(model.key.version))]
            ).record(model.queue.depth)
        }
    }
}
