import Foundation

/// Bytes with a type, and signatures of both.
///
/// The signatures cover exactly the bytes that are read, so the JSON does not need a canonical
/// form.
///
/// - Source: Dead Simple Signing Envelope 1.0.2, `protocol.md` (PAE) and `envelope.md`.
public struct SignedEnvelope: Hashable, Sendable, Codable {
    /// One signature.
    public struct Signature: Hashable, Sendable, Codable {
        /// The ``VerificationKey/id`` of the key; it is only a hint, which no check trusts.
        public let keyid: String
        /// The signature in Base64.
        public let sig: String
    }

    /// The largest number of signatures; an envelope with more is refused before any check.
    static let maximumSignatures = 32

    /// The bytes in Base64.
    public let payload: String
    /// The type of the bytes.
    public let payloadType: String
    /// The signatures.
    public private(set) var signatures: [Signature] = []

    /// Makes an envelope without signatures.
    public init(payload: [UInt8], type: String) {
        self.payload = Data(payload).base64EncodedString()
        payloadType = type
    }

    /// The bytes that are signed; `nil` if the payload is not Base64.
    public var signedBytes: [UInt8]? {
        guard let content = Data(base64Encoded: payload) else { return nil }
        let head = "DSSEv1 \(payloadType.utf8.count) \(payloadType) \(content.count) "
        return Array(head.utf8) + content
    }

    /// Adds a signature of ``signedBytes``, in place of an earlier one with the same key.
    public mutating func add(_ signature: [UInt8], by key: VerificationKey) {
        signatures.removeAll { $0.keyid == key.id }
        signatures.append(
            Signature(keyid: key.id, sig: Data(signature).base64EncodedString()))
    }

    /// The bytes, without a check of the signatures.
    var unverifiedContent: Data? { Data(base64Encoded: payload) }

    /// Returns the bytes if enough different keys have signed them.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `untrusted`.
    func content(
        type: String, signedBy keys: SigningKeys, _ scheme: some SignatureScheme
    ) throws(ModelDeliveryError) -> Data {
        guard payloadType == type, let content = unverifiedContent, let bytes = signedBytes else {
            throw ModelDeliveryError(.untrusted, "the signed content is not of type \(type)")
        }
        guard signatures.count <= Self.maximumSignatures else {
            throw ModelDeliveryError(
                .untrusted,
                "the envelope has \(signatures.count) signatures, the limit is "
                    + "\(Self.maximumSignatures)")
        }
        let made = signatures.compactMap { Data(base64Encoded: $0.sig).map { Array($0) } }
        let signers = keys.keys.filter { key in
            made.contains { scheme.isValid($0, of: bytes, by: key) }
        }
        guard signers.count >= keys.threshold else {
            throw ModelDeliveryError(
                .untrusted,
                "\(signers.count) of the keys of \(keys.publisher), version \(keys.version), have "
                    + "signed, but \(keys.threshold) must sign")
        }
        return content
    }
}
