import Foundation
import SightModels

/// What is served to whom: a picture of the records in memory, replaced after every change.
package final class Catalogue: @unchecked Sendable {  // state under a lock
    // Sendable proof: `models` and `experiments` are only touched under the lock.

    private struct Serving {
        let record: ModelRecord
        let versions: [Int: VersionRecord]
    }

    private let lock = NSLock()
    private var models: [String: Serving] = [:]
    private var experiments: [ExperimentRecord] = []

    /// Starts empty.
    package init() {}

    /// Reads the records again.
    package func refresh(_ database: any HostDatabase) async throws {
        let versions = Dictionary(grouping: try await database.versions(of: nil), by: \.model)
        let records = try await database.models()
        let experiments = try await database.experiments()
        var models: [String: Serving] = [:]
        for record in records {
            let own = versions[record.name] ?? []
            models[record.name] = Serving(
                record: record,
                versions: Dictionary(uniqueKeysWithValues: own.map { ($0.number, $0) }))
        }
        lock.withLock {
            self.models = models
            self.experiments = experiments
        }
    }

    /// The version that an installation is served.
    ///
    /// The candidate inside its share, else the stable one. The same installation gets the same answer until the records change.
    package func version(of model: String, for installation: String) -> VersionRecord? {
        guard let serving = lock.withLock({ models[model] }) else { return nil }
        if let candidate = serving.record.candidate {
            let bucket = RolloutBucket(
                installation: installation, salt: "rollout:\(model):\(candidate)")
            if bucket.isWithin(percent: serving.record.percent) {
                return serving.versions[candidate]
            }
        }
        return serving.record.stable.flatMap { serving.versions[$0] }
    }

    /// A version by number.
    package func version(_ number: Int, of model: String) -> VersionRecord? {
        lock.withLock { models[model]?.versions[number] }
    }

    /// The parameters of an installation, from all experiments.
    package func parameters(for installation: String) -> [String: String] {
        var values: [String: String] = [:]
        for experiment in lock.withLock({ experiments }) {
            let bucket = RolloutBucket(
                installation: installation, salt: "experiment:\(experiment.parameter)")
            if let choice = bucket.choice(weights: experiment.variants.map(\.weight)) {
                values[experiment.parameter] = experiment.variants[choice].value
            }
        }
        return values
    }
}
