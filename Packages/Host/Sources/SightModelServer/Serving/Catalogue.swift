import Foundation
import NIOConcurrencyHelpers
import SightModels

/// What is served to whom: a copy of the records in memory, replaced after every change.
package final class Catalogue: Sendable {
    private struct Serving {
        let record: ModelRecord
        let versions: [Int: VersionRecord]
    }

    private struct Contents {
        var models: [String: Serving] = [:]
        var experiments: [ExperimentRecord] = []
        /// The refresh that these records come from, and the latest that has begun.
        var shown = 0
        var begun = 0
    }

    private let contents = NIOLockedValueBox(Contents())

    /// Starts empty.
    package init() {}

    /// Reads the records again.
    ///
    /// What changed before the call is served afterwards; a slower, earlier refresh never undoes a
    /// later one.
    package func refresh(_ database: any HostDatabase) async throws {
        let number = contents.withLockedValue { contents in
            contents.begun += 1
            return contents.begun
        }
        let snapshot = try await database.snapshot()
        let versions = Dictionary(grouping: snapshot.versions, by: \.model)
        let models = snapshot.models.map { record in
            let own = (versions[record.name] ?? []).map { ($0.number, $0) }
            return Serving(record: record, versions: Dictionary(uniqueKeysWithValues: own))
        }
        contents.withLockedValue { contents in
            guard contents.shown < number else { return }
            contents.shown = number
            contents.models = Dictionary(uniqueKeysWithValues: models.map { ($0.record.name, $0) })
            contents.experiments = snapshot.experiments
        }
    }

    /// The version that an installation is served.
    ///
    /// The candidate inside its share, else the stable one. The same installation gets the same
    /// answer until the records change.
    package func version(of model: String, for installation: String) -> VersionRecord? {
        guard let serving = contents.withLockedValue({ $0.models[model] }) else { return nil }
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
        contents.withLockedValue { $0.models[model]?.versions[number] }
    }

    /// The parameters of an installation, from all experiments.
    package func parameters(for installation: String) -> [String: String] {
        var values: [String: String] = [:]
        for experiment in contents.withLockedValue({ $0.experiments }) {
            let bucket = RolloutBucket(
                installation: installation, salt: "experiment:\(experiment.parameter)")
            if let choice = bucket.choice(weights: experiment.variants.map(\.weight)) {
                values[experiment.parameter] = experiment.variants[choice].value
            }
        }
        return values
    }
}
