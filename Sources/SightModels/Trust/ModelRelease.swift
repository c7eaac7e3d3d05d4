public import Foundation

/// The content that a publisher signs: the description of one version of a model.
public struct ModelRelease: Hashable, Sendable, Codable {
    /// The `payloadType` of envelopes that hold a release.
    public static let payloadType = "application/vnd.sight.model-release+json"
    /// The range of version numbers, which every JSON parser reads exactly.
    public static let versions = 1...(1 << 53 - 1)

    /// The name of the model.
    public let name: String
    /// The version; a device refuses one that is lower than the highest that it has seen.
    public let version: Int
    /// The size of the file in bytes.
    public let size: Int
    /// The SHA-256 of the file in hexadecimal digits.
    public let sha256: String
    /// The time at which the release was signed.
    public let time: Date
    /// The time at which devices stop accepting the release; a publisher signs it again before
    /// that.
    public let expires: Date

    /// Makes a release.
    public init(
        name: String, version: Int, size: Int, digest: ModelDigest, time: Date, expires: Date
    ) {
        self.name = name
        self.version = version
        self.size = size
        sha256 = digest.hexadecimal
        self.time = time
        self.expires = expires
    }

    /// Returns the release as JSON, ready to be signed.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument` for numbers out of range, or a
    ///   release that expires before it is signed.
    public func json() throws(ModelDeliveryError) -> [UInt8] {
        guard isSound, expires > time else {
            throw ModelDeliveryError(
                .invalidArgument, "version \(version) with \(size) bytes cannot be signed")
        }
        return try TrustJSON.bytes(of: self)
    }

    /// The SHA-256 of the file; `nil` if the release is not sound.
    var digest: ModelDigest? { ModelDigest(hexadecimal: sha256) }

    var isSound: Bool { Self.versions.contains(version) && size > 0 && digest != nil }
}
