public import Foundation
public import SightModels

/// The sets of keys of a publisher: the first one, and those that replaced it.
///
/// The publisher keeps the history in a file. Apps build in ``first`` or a later set; signed
/// manifests carry ``successors``, by which devices with an earlier set find the newest.
public struct KeyHistory: Hashable, Sendable, Codable {
    /// The first set, which has no signatures; apps trust it because it is built in.
    public let first: SigningKeys
    /// The signed envelopes of the later sets.
    public internal(set) var successors: [SignedEnvelope]

    /// Begins a history.
    public init(first: SigningKeys) {
        self.first = first
        successors = []
    }

    /// Reads a history from a file.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `fileFailure`, also if there is no such file.
    public init(contentsOf file: URL) throws(ModelDeliveryError) {
        let data: Data
        do { data = try Data(contentsOf: file) } catch {
            throw ModelDeliveryError(
                .fileFailure,
                "\(file.path): the history of keys cannot be read: \(FileReason.text(of: error))",
                cause: error)
        }
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            self = try decoder.decode(Self.self, from: data)
        } catch {
            throw ModelDeliveryError(
                .fileFailure, "\(file.path): this is not a valid history of keys", cause: error)
        }
    }

    /// Writes the history to a file atomically.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `fileFailure`.
    public func write(to file: URL) throws(ModelDeliveryError) {
        do {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            try encoder.encode(self).write(to: file, options: .atomic)
        } catch {
            throw ModelDeliveryError(
                .fileFailure,
                "\(file.path): the history cannot be written: \(FileReason.text(of: error))",
                cause: error)
        }
    }

    /// The newest set that enough keys have signed.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `untrusted` if signatures are missing.
    public func newest() throws(ModelDeliveryError) -> SigningKeys {
        try first.newest(of: successors, Ed25519())
    }

    /// Adds a set of keys, which enough keys of the previous set and of its own have to sign.
    ///
    /// Further signers can ``countersign(by:)``.
    ///
    /// - Throws: ``ModelDeliveryError``: `invalidArgument` for a signer of neither set. The history
    ///   is then unchanged.
    public mutating func append(
        threshold: Int, keys: [VerificationKey], expires: Date?, signers: [SigningKey]
    ) throws(ModelDeliveryError) {
        let newest = try newest()
        let next = try SigningKeys(
            publisher: newest.publisher, version: newest.version + 1, threshold: threshold,
            keys: keys, expires: expires)
        for signer in signers { try signer.requireMembership(in: [newest, next]) }
        var envelope = SignedEnvelope(
            payload: try next.json(), type: SigningKeys.payloadType)
        for signer in signers { try signer.sign(&envelope) }
        successors.append(envelope)
    }

    /// Adds signatures to the newest successor, for signers who work on several machines.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument` if there is no successor, or
    ///   for a signer of neither this set nor the previous one. The history is then unchanged.
    public mutating func countersign(by signers: [SigningKey]) throws(ModelDeliveryError) {
        guard var envelope = successors.last else {
            throw ModelDeliveryError(
                .invalidArgument,
                "the first set of keys needs no signatures; only sets that replace it do")
        }
        let previous = try first.newest(of: successors.dropLast(), Ed25519())
        let content = Data(base64Encoded: envelope.payload) ?? Data()
        let next: SigningKeys
        do throws(ModelDeliveryError) { next = try SigningKeys(json: Array(content)) } catch {
            throw ModelDeliveryError(
                .invalidArgument, "the newest set of keys of the history is malformed",
                cause: error)
        }
        for signer in signers { try signer.requireMembership(in: [previous, next]) }
        for signer in signers { try signer.sign(&envelope) }
        successors[successors.count - 1] = envelope
    }
}
