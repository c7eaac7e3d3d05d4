import Foundation
import Sight

/// Checks the names of models, parameters and tokens.
package enum HostName {
    /// Whether a name has 1 to 60 letters, digits, `.`, `_` and `-`, the first a letter or digit.
    package static func isLegal(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 60 else { return false }
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte)
        }
        return isPlain(first) && name.utf8.allSatisfy { isPlain($0) || ".-_".utf8.contains($0) }
    }

    /// The rule for names, as a request to the user.
    static let rule =
        "use 1 to 60 letters, digits, '.', '_' and '-', the first a letter or digit"

    /// Checks a name.
    ///
    /// - Throws: ``HostError`` with the status 400 for a name that is not legal.
    package static func require(_ name: String) throws {
        guard isLegal(name) else { throw refusal(name) }
    }

    /// The error of a name that is not legal, which states the rule.
    static func refusal(_ name: String) -> HostError {
        HostError(
            .badRequest,
            "\"\(name.prefix(60))\(name.count > 60 ? "…" : "")\" is not a name: \(rule)")
    }
}

/// One published version of a model; only its signed manifest may change.
package struct VersionRecord: Codable, Hashable, Sendable {
    /// The name of the model.
    package let model: String
    /// The version's number: 1, 2, 3, …; the number of a deleted version is not used again.
    package let number: Int
    /// The SHA-256 of the version's blob in hexadecimal.
    package let digest: String
    /// The size of the blob in bytes.
    package let size: Int
    /// The time of publication.
    package let created: Date
    /// The publisher's note.
    package let note: String
    /// `detector`, `classifier` or `other`.
    package let kind: String
    /// The names of the classes.
    package let labels: [String]
    /// The descriptions of the inputs.
    package let inputs: [String]
    /// The descriptions of the outputs.
    package let outputs: [String]
    /// The JSON of the signed manifest, if the publisher sent one; the host only passes it on.
    package var signed: Data?

    /// Makes the record of a version without a signed manifest.
    package init(
        model: String, number: Int, digest: String, size: Int, created: Date, note: String,
        kind: String, labels: [String], inputs: [String], outputs: [String]
    ) {
        self.model = model
        self.number = number
        self.digest = digest
        self.size = size
        self.created = created
        self.note = note
        self.kind = kind
        self.labels = labels
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// A model and the versions that it serves.
package struct ModelRecord: Codable, Hashable, Sendable {
    /// The model's name.
    package let name: String
    /// The version for all other installations; `nil` before the first promotion.
    package var stable: Int?
    /// The version for a share of the installations; `nil` without a roll-out.
    package var candidate: Int?
    /// The candidate's share in percent, 0…100.
    package var percent: Double
    /// The earlier stable versions, the latest last.
    package var history: [Int]
}

/// An A/B test: a Remote Config parameter whose value differs between installations.
package struct ExperimentRecord: Codable, Hashable, Sendable {
    /// A value of the parameter and its share.
    package struct Variant: Codable, Hashable, Sendable {
        /// The model's name, as clients receive it.
        package let value: String
        /// The share of this value, relative to the other weights.
        package let weight: Double

        /// Makes a variant.
        package init(value: String, weight: Double) {
            self.value = value
            self.weight = weight
        }
    }
    /// The parameter's name.
    package let parameter: String
    /// The values of the parameter.
    package let variants: [Variant]

    /// Makes an experiment.
    package init(parameter: String, variants: [Variant]) {
        self.parameter = parameter
        self.variants = variants
    }
}

/// All models, versions and experiments at one instant.
package struct HostSnapshot: Sendable {
    /// The models, ordered by name.
    package let models: [ModelRecord]
    /// The versions, ordered by model, the oldest first.
    package let versions: [VersionRecord]
    /// The experiments, ordered by parameter.
    package let experiments: [ExperimentRecord]
}

/// The downloads of one version in one hour.
package struct DownloadCount: Codable, Hashable, Sendable {
    /// The model.
    package let model: String
    /// The version's number.
    package let version: Int
    /// The hour, counted from 1970.
    package let hour: Int
    /// Downloads that reached the last byte.
    package var downloads: Int
    /// Bytes sent, including those of downloads that broke off.
    package var bytes: Int

    /// Makes a count.
    package init(model: String, version: Int, hour: Int, downloads: Int, bytes: Int) {
        self.model = model
        self.version = version
        self.hour = hour
        self.downloads = downloads
        self.bytes = bytes
    }
}
