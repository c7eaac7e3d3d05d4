import Foundation
import Sight

/// Checks of what people name things.
package enum HostName {
    /// Up to 60 letters, digits, `.`, `_` and `-`, the first a letter or digit.
    package static func isLegal(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 60 else { return false }
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte)
        }
        return isPlain(first) && name.utf8.allSatisfy { isPlain($0) || ".-_".utf8.contains($0) }
    }

    /// Refuses other names.
    package static func require(_ name: String) throws {
        guard isLegal(name) else {
            throw HostError(
                .badRequest,
                "a name has up to 60 letters, digits, '.', '_' and '-', and begins with a letter "
                    + "or digit")
        }
    }
}

/// One published state of a model; never changed.
package struct VersionRecord: Codable, Hashable, Sendable {
    /// The model.
    package let model: String
    /// 1, 2, 3, …; never used again.
    package let number: Int
    /// SHA-256 in hexadecimal: the blob.
    package let digest: String
    /// Bytes.
    package let size: Int
    /// When it was published.
    package let created: Date
    /// What the publisher says about it.
    package let note: String
    /// `detector`, `classifier` or `other`.
    package let kind: String
    /// Names of the classes.
    package let labels: [String]
    /// Inputs in words.
    package let inputs: [String]
    /// Outputs in words.
    package let outputs: [String]
    /// The JSON of the signed manifest, if its publisher has sent one; the host only passes it on.
    package var signed: Data?

    /// Describes a version.
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

/// A model: which of its versions whom is served.
package struct ModelRecord: Codable, Hashable, Sendable {
    /// The model's name.
    package let name: String
    /// What everybody else gets; `nil` before the first promotion.
    package var stable: Int?
    /// What a share of the installations gets.
    package var candidate: Int?
    /// The share in percent, 0…100.
    package var percent: Double
    /// What was stable before, the latest last.
    package var history: [Int]
}

/// An A/B test: a Remote Config parameter whose value differs between installations.
package struct ExperimentRecord: Codable, Hashable, Sendable {
    /// One value of the parameter and its share.
    package struct Variant: Codable, Hashable, Sendable {
        /// The model's name, as clients receive it.
        package let value: String
        /// Its share, relative to the others'.
        package let weight: Double

        /// Makes a variant.
        package init(value: String, weight: Double) {
            self.value = value
            self.weight = weight
        }
    }
    /// The parameter's name.
    package let parameter: String
    /// The values.
    package let variants: [Variant]

    /// Makes an experiment.
    package init(parameter: String, variants: [Variant]) {
        self.parameter = parameter
        self.variants = variants
    }
}

/// What is published and who gets it, at one instant.
package struct HostSnapshot: Sendable {
    /// By name.
    package let models: [ModelRecord]
    /// By model, the oldest first.
    package let versions: [VersionRecord]
    /// By parameter.
    package let experiments: [ExperimentRecord]
}

/// Downloads of one version in one hour.
package struct DownloadCount: Codable, Hashable, Sendable {
    /// The model.
    package let model: String
    /// The version.
    package let version: Int
    /// Hours since 1970.
    package let hour: Int
    /// Downloads that reached the last byte.
    package var downloads: Int
    /// Bytes sent, also of downloads that broke off.
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
