public import Foundation

/// The file published beside a model: the signed release, and the sets of keys that replaced the
/// first.
///
/// ```json
/// {"release": {"payload": "…", "payloadType": "…", "signatures": [{"keyid": "…", "sig": "…"}]},
///  "keys": [{"payload": …}]}
/// ```
public struct SignedManifest: Hashable, Sendable, Codable {
    /// The largest manifest that is read, in bytes.
    public static let maximumSize = 1 << 16
    /// The end of the file's name: `bird.tflite` has `bird.tflite.signed.json` beside it.
    public static let suffix = ".signed.json"
    /// The largest number of sets of keys that is accepted.
    static let maximumSuccessors = 32

    /// The envelope of a ``ModelRelease``.
    public var release: SignedEnvelope
    /// The envelopes of ``SigningKeys``, by version; each is signed by its predecessor and by
    /// itself.
    public var keys: [SignedEnvelope]

    /// Makes a manifest.
    public init(release: SignedEnvelope, keys: [SignedEnvelope] = []) {
        self.release = release
        self.keys = keys
    }

    /// Reads a manifest from JSON, without a check of the signatures.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `untrusted` for anything else.
    public init(json: [UInt8]) throws(ModelDeliveryError) {
        guard json.count <= Self.maximumSize else {
            throw ModelDeliveryError(
                .untrusted, "the signed manifest has more than \(Self.maximumSize) bytes")
        }
        do {
            self = try TrustJSON.decoder.decode(Self.self, from: Data(json))
        } catch {
            throw ModelDeliveryError(.untrusted, "the signed manifest is malformed", cause: error)
        }
        guard keys.count <= Self.maximumSuccessors else {
            throw ModelDeliveryError(
                .untrusted,
                "the signed manifest has \(keys.count) sets of keys, the limit is "
                    + "\(Self.maximumSuccessors)")
        }
    }

    /// Returns the manifest as JSON.
    public func json() throws(ModelDeliveryError) -> [UInt8] { try TrustJSON.bytes(of: self) }

    /// Returns the release without a check of the signatures, for programs that only pass it on.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `untrusted` if the release is malformed.
    public func unverifiedRelease() throws(ModelDeliveryError) -> ModelRelease {
        guard release.payloadType == ModelRelease.payloadType,
            let content = release.unverifiedContent
        else { throw ModelDeliveryError(.untrusted, "the signed manifest has no release") }
        return try Self.release(content)
    }

    /// Returns the release if it is of the model, signed by enough keys and not expired.
    ///
    /// A device also compares the version with those that it has seen; ``SignedModelSource`` does.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `untrusted`.
    public func verifiedRelease(
        of id: ModelID, keys: SigningKeys, _ scheme: some SignatureScheme, at now: Date = Date()
    ) throws(ModelDeliveryError) -> ModelRelease {
        try ReleaseVerifier(scheme: scheme, now: now)
            .verify(self, of: id, keys: keys, seen: nil).release
    }

    /// Reads the release in the content of an envelope and checks its values.
    static func release(_ content: Data) throws(ModelDeliveryError) -> ModelRelease {
        let release: ModelRelease
        do {
            release = try TrustJSON.decoder.decode(ModelRelease.self, from: content)
        } catch {
            throw ModelDeliveryError(.untrusted, "the signed release is malformed", cause: error)
        }
        guard release.isSound else {
            throw ModelDeliveryError(.untrusted, "the signed release is malformed")
        }
        return release
    }
}
