import Foundation
import SightModels
import Testing

/// A signature scheme without cryptography, for tests of the rules.
///
/// `Packages/Signing` tests the same rules with Ed25519.
struct StandInScheme: SignatureScheme {
    func isValid(_ signature: [UInt8], of bytes: [UInt8], by key: VerificationKey) -> Bool {
        signature == Self.sign(bytes, key)
    }

    static func sign(_ bytes: [UInt8], _ key: VerificationKey) -> [UInt8] {
        ModelDigest(of: key.bytes + bytes).bytes
    }
}

/// A publisher who signs releases and rotates keys.
struct StandInPublisher {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    var name = "example.com"
    let keys: SigningKeys
    var successors: [SignedEnvelope] = []

    static func key(_ number: UInt8) throws -> VerificationKey {
        try #require(VerificationKey(bytes: [UInt8](repeating: number, count: 32)))
    }

    init(
        _ numbers: [UInt8] = [1], threshold: Int = 1, version: Int = 1, name: String = "example.com"
    )
        throws
    {
        self.name = name
        keys = try SigningKeys(
            publisher: name, version: version, threshold: threshold,
            keys: try numbers.map(Self.key))
    }

    /// Makes an envelope with the signatures of some keys.
    static func envelope(_ payload: [UInt8], _ type: String, _ signers: [UInt8]) throws
        -> SignedEnvelope
    {
        var envelope = SignedEnvelope(payload: payload, type: type)
        let bytes = try #require(envelope.signedBytes)
        for number in signers {
            let key = try key(number)
            envelope.add(StandInScheme.sign(bytes, key), by: key)
        }
        return envelope
    }

    /// Makes the signed manifest of a version, which is valid for thirty days.
    func manifest(
        of bytes: [UInt8], version: Int, model: String = "bird", at time: Date = start,
        signers: [UInt8] = [1]
    ) throws -> [UInt8] {
        let release = ModelRelease(
            name: model, version: version, size: bytes.count, digest: ModelDigest(of: bytes),
            time: time, expires: time + 30 * 86_400)
        let envelope = try Self.envelope(try release.json(), ModelRelease.payloadType, signers)
        return try SignedManifest(release: envelope, keys: successors).json()
    }
}
