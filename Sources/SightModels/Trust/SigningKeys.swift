public import Foundation

/// The keys of a publisher, and the number of keys that have to sign.
///
/// An app has one such set built in (the pinned keys). The publisher replaces it by a set with the
/// next version, which both the old and the new keys sign.
public struct SigningKeys: Hashable, Sendable, Codable {
    /// The largest number of keys.
    public static let maximumCount = 16
    /// The `payloadType` of envelopes that hold a set of keys.
    public static let payloadType = "application/vnd.sight.signing-keys+json"

    /// The publisher, such as `example.com`.
    public let publisher: String
    /// 1 for the first set; each successor has the next number.
    public let version: Int
    /// The number of different keys that have to sign.
    public let threshold: Int
    /// The keys.
    public let keys: [VerificationKey]
    /// The time at which the set stops being accepted; `nil` for never.
    public let expires: Date?

    /// Makes a set.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument` if there are no or too many
    ///   keys, two equal ones, fewer than the threshold, or if the name or the version is out of
    ///   range.
    public init(
        publisher: String, version: Int = 1, threshold: Int = 1, keys: [VerificationKey],
        expires: Date? = nil
    ) throws(ModelDeliveryError) {
        self.publisher = publisher
        self.version = version
        self.threshold = threshold
        self.keys = keys
        self.expires = expires
        try validate()
    }

    /// Reads a set from JSON.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument`.
    public init(json: [UInt8]) throws(ModelDeliveryError) {
        do {
            self = try TrustJSON.decoder.decode(Self.self, from: Data(json))
        } catch let error as ModelDeliveryError {
            throw error
        } catch {
            throw ModelDeliveryError(
                .invalidArgument,
                "this is not a valid set of keys; \"sight-sign keys show\" prints that of a "
                    + "history",
                cause: error)
        }
    }

    private enum CodingKeys: String, CodingKey { case publisher, version, threshold, keys, expires }

    /// Decodes a set, and checks it as the other initializers do.
    ///
    /// A set whose threshold is 0 would accept content that nobody has signed.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            publisher: values.decode(String.self, forKey: .publisher),
            version: values.decode(Int.self, forKey: .version),
            threshold: values.decode(Int.self, forKey: .threshold),
            keys: values.decode([VerificationKey].self, forKey: .keys),
            expires: values.decodeIfPresent(Date.self, forKey: .expires))
    }

    /// Returns the set as JSON.
    public func json() throws(ModelDeliveryError) -> [UInt8] { try TrustJSON.bytes(of: self) }

    private func validate() throws(ModelDeliveryError) {
        guard (1...128).contains(publisher.utf8.count) else {
            throw ModelDeliveryError(
                .invalidArgument,
                "a publisher's name must have 1 to 128 bytes, not \(publisher.utf8.count)")
        }
        guard ModelRelease.versions.contains(version) else {
            throw ModelDeliveryError(.invalidArgument, "keys cannot have the version \(version)")
        }
        guard keys.count <= Self.maximumCount, (1...max(1, keys.count)).contains(threshold),
            Set(keys).count == keys.count, !keys.isEmpty
        else {
            throw ModelDeliveryError(
                .invalidArgument,
                "a set must have 1 to \(Self.maximumCount) different keys and a threshold from 1 "
                    + "to their number; this one has \(keys.count) keys and the threshold "
                    + "\(threshold)")
        }
    }
}
