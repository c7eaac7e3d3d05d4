import Foundation
import NIOConcurrencyHelpers
import SightModels

/// What is served to whom: an image of the records in memory, replaced after every change.
package final class Catalogue: Sendable {
    private struct Serving {
        let record: ModelRecord
        let versions: [Int: VersionRecord]
    }

    private struct Picture {
        var models: [String: Serving] = [:]
        var experiments: [ExperimentRecord] = []
        /// The refresh that the image is of, and the latest that has begun.
        var shown = 0
        var begun = 0
    }

    private let picture = NIOLockedValueBox(Picture())

    /// Starts empty.
    package init() {}

    /// Reads the records again.
    ///
    /// What changed before the call is served afterwards; a slower, earlier refresh never undoes a
    /// later one.
    package func refresh(_ database: any HostDatabase) async throws {
        let number = picture.withLockedValue { picture in
            picture.begun += 1
            return picture.begun
        }
        let snapshot = try await database.snapshot()
        let versions = Dictionary(grouping: snapshot.versions, by: \.model)
        let models = snapshot.models.map { record in
            let own = (versions[record.name] ?? []).map { ($0.number, $0) }
            return Serving(record: record, versions: Dictionary(uniqueKeysWithValues: own))
        }
        picture.withLockedValue { picture in
            guard picture.shown < number else { return }
            picture.shown = number
            picture.models = Dictionary(uniqueKeysWithValues: models.map { ($0.record.name, $0) })
            picture.experiments = snapshot.experiments
        }
    }

    /// The version that an installation is served.
    ///
    /// The candidate inside its share, else the stable one. The same installation gets the same
    /// answer until the records change.
    package func version(of model: String, for installation: String) -> VersionRecord? {
        guard let serving = picture.withLockedValue({ $0.models[model] }) else { return nil }
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
        picture.withLockedValue { $0.models[model]?.versions[number] }
    }

    /// The parameters of an installation, from all experiments.
    package func parameters(for installation: String) -> [String: String] {
        var values: [String: String] = [:]
        for experiment in picture.withLockedValue({ $0.experiments }) {
            let bucket = RolloutBucket(
                installation: installation, salt: "experiment:\(experiment.parameter)")
            if let choice = bucket.choice(weights: experiment.variants.map(\.weight)) {
                values[experiment.parameter] = experiment.variants[choice].value
            }
        }
        return values
    }
}
