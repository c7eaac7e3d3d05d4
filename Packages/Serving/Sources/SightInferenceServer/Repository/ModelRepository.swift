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

    private let path: String?
    private let settings: ServeSettings
    private let logger: Logger
    private let state: NIOLockedValueBox<RepositoryState>
    private let depths = DepthGauges()

    /// Makes a repository without models; ``refresh()`` loads them.
    package init(_ settings: ServeSettings, logger: Logger) {
        path = settings.repository
        self.settings = settings
        self.logger = logger
        state = NIOLockedValueBox(RepositoryState(hasFolder: settings.repository != nil))
    }

    /// Whether the folder has been read, and each model that it had then has been served since.
    ///
    /// A model that comes later and cannot be loaded does not take a running service from its
    /// clients.
    package var isReady: Bool { state.withLockedValue { $0.awaited?.isEmpty ?? false } }

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
    /// The call blocks; make one at a time. If the folder is missing, all loaded models stay. If
    /// the files of a model exist, but cannot be read, its loaded versions stay.
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
        var failures: [RepositoryFolder.Key: RepositoryState.Failure] = [:]
        for (key, content) in wanted(folder) {
            let (before, failure) = (old[key], oldFailures[key])
            next[key] = before
            if let before, before.entry == content.entry { continue }
            if let failure, let entry = failure.entry, entry == content.entry {
                failures[key] = failure
                continue
            }
            do throws(ServeError) { next[key] = try load(key, content) } catch {
                // Files that cannot be read may be readable at the next refresh without a change.
                let isUnread = error.kind == .unavailable
                failures[key] = .init(entry: isUnread ? nil : content.entry, reason: error.message)
                if !isUnread || failure?.reason != error.message {
                    note(error, key, isServed: before != nil)
                }
            }
        }
        for (key, served) in old {
            guard let reason = folder.unreadable[key.model] else { continue }
            next[key] = served
            failures[key] = .init(entry: nil, reason: reason)
        }
        // A new version that cannot be read yet does not end the versions before it.
        let waiting = Set(
            failures.filter { $0.value.entry == nil && next[$0.key] == nil }.map(\.key.model))
        for (key, served) in old where waiting.contains(key.model) && next[key] == nil {
            if folder.versions[key] != nil { next[key] = served }
        }
        noteUnreadable(folder)
        replace(old, with: next, failures, folder.models)
    }

    /// All served versions.
    var all: [ServedModel] { state.withLockedValue { Array($0.served.values.joined()) } }

    /// Closes all queues; the workers end after the requests in them.
    package func close() { for model in all { model.queue.close() } }

    private func replace(
        _ old: [RepositoryFolder.Key: ServedModel], with next: [RepositoryFolder.Key: ServedModel],
        _ failures: [RepositoryFolder.Key: RepositoryState.Failure], _ models: Set<String>
    ) {
        let awaited: Set<String>? = state.withLockedValue { state in
            let isFirst = !state.hasLooked
            state.take(next, failures, of: models)
            return isFirst ? state.awaited : nil
        }
        if let awaited, !awaited.isEmpty {
            logger.error(
                "the service is not ready: it waits for models that cannot be loaded",
                metadata: ["models": "\(awaited.sorted().joined(separator: ", "))"])
        }
        Gauge(label: "sight_models_loaded").record(next.count)
        for (key, model) in old where next[key] !== model {
            model.queue.close()
            if next[key] == nil { logger.info("unloaded \(key.model) version \(key.version)") }
        }
    }

    /// Logs the models whose folders cannot be listed, unless they could not be listed before.
    private func noteUnreadable(_ folder: RepositoryFolder) {
        let before = state.withLockedValue { state in
            defer { state.unreadable = Set(folder.unreadable.keys) }
            return state.unreadable
        }
        for (model, reason) in folder.unreadable where !before.contains(model) {
            logger.error("\(model): \(reason)")
        }
    }

    /// The versions of a folder that its settings ask for.
    private func wanted(_ folder: RepositoryFolder) -> [(
        RepositoryFolder.Key, RepositoryFolder.Content
    )] {
        Dictionary(grouping: folder.versions, by: \.key.model).flatMap { _, versions in
            let sorted = versions.sorted { $0.key.version > $1.key.version }
            let entry = sorted.lazy.compactMap(\.value.entry).first
            let settings = entry.flatMap { try? self.settings(of: $0) }
            return sorted.prefix(settings?.versions ?? .max).map { ($0.key, $0.value) }
        }
    }

    private func settings(of entry: RepositoryFolder.Entry) throws(ServeError) -> ModelSettings {
        guard entry.settings != nil else { return ModelSettings() }
        guard let file = FileManager.default.contents(atPath: entry.settingsPath) else {
            throw ServeError(.unavailable, "config.json cannot be read")
        }
        return try ModelSettings(file)
    }

    private func load(_ key: RepositoryFolder.Key, _ content: RepositoryFolder.Content)
        throws(ServeError) -> ServedModel
    {
        let entry: RepositoryFolder.Entry
        switch content {
        case .files(let files): entry = files
        case .unreadable(let reason): throw ServeError(.unavailable, reason)
        }
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
    func recordDepths() { depths.record(all) }
}
