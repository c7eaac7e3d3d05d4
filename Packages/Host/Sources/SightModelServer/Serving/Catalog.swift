import Foundation
import NIOConcurrencyHelpers
import SightModels

/// The models and experiments to serve: a copy of the records, replaced after each change.
package final class Catalog: Sendable {
    private struct Serving {
        let record: ModelRecord
        let versions: [Int: VersionRecord]
    }

    private struct Contents {
        var models: [String: Serving] = [:]
        var experiments: [ExperimentRecord] = []
        /// The numbers of the refresh that read these records and of the latest refresh.
        var shown = 0
        var begun = 0
    }

    private let contents = NIOLockedValueBox(Contents())

    /// Makes an empty catalog.
    package init() {}

    /// Reads the records from the database again.
    ///
    /// Changes made before the call are served afterwards. If an earlier refresh ends after a later
    /// one, its records are discarded.
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

    /// The version for an installation: the candidate inside its share, otherwise the stable one.
    ///
    /// An installation gets the same version until the records change.
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

    /// Whether installations get a version of a model.
    package func serves(_ model: String) -> Bool {
        let record = contents.withLockedValue { $0.models[model]?.record }
        return record?.stable != nil || record?.candidate != nil
    }

    /// A version by number.
    package func version(_ number: Int, of model: String) -> VersionRecord? {
        contents.withLockedValue { $0.models[model]?.versions[number] }
    }

    /// The Remote Config parameters of an installation, one for each experiment.
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
