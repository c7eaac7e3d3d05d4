public import Foundation
public import SightModels

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The private key of a publisher, to be kept away from servers.
public struct SigningKey: Sendable {
    /// The beginning of a file with a private key, which tells it from a public key.
    private static let label = "sight-private-key:"

    private let key: Curve25519.Signing.PrivateKey

    /// Whether a text contains a private key as ``write(to:)`` writes it.
    package static func isPrivate(_ text: String) -> Bool { text.hasPrefix(label) }

    /// Makes a new key.
    public init() { key = Curve25519.Signing.PrivateKey() }

    /// Makes a key from its 32 bytes (the seed of RFC 8032).
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument`.
    public init(bytes: [UInt8]) throws(ModelDeliveryError) {
        do {
            key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        } catch {
            throw ModelDeliveryError(
                .invalidArgument, "a private key must have 32 bytes, not \(bytes.count)",
                cause: error)
        }
    }

    /// Reads a key from a file that ``write(to:)`` has written, or that has only the key in Base64.
    ///
    /// - Throws: ``ModelDeliveryError``: `fileFailure`, or `invalidArgument` for a file that others
    ///   besides its owner may read.
    public init(contentsOf file: URL) throws(ModelDeliveryError) {
        let text: String
        let mode: Int
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
            text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        } catch {
            throw ModelDeliveryError(
                .fileFailure,
                "\(file.path): the key cannot be read: \(FileReason.text(of: error))", cause: error)
        }
        guard mode & 0o077 == 0 else {
            throw ModelDeliveryError(
                .invalidArgument, "\(file.path): others may read the key; chmod 600 it")
        }
        let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isLabeled = content.hasPrefix(Self.label)
        let word = String(content.dropFirst(isLabeled ? Self.label.count : 0))
        do throws(ModelDeliveryError) {
            try self.init(bytes: Data(base64Encoded: word).map { Array($0) } ?? [])
        } catch {
            throw ModelDeliveryError(
                .invalidArgument,
                "\(file.path): this is not a valid private key; \"sight-sign keys generate\" "
                    + "writes one",
                cause: error)
        }
    }

    /// Writes the key to a new file with mode 0600: a label and the key in Base64.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `fileFailure`, also if the file exists.
    public func write(to file: URL) throws(ModelDeliveryError) {
        let text = Self.label + key.rawRepresentation.base64EncodedString() + "\n"
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw ModelDeliveryError(
                .fileFailure, "\(file.path): \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw ModelDeliveryError(
                .fileFailure, "\(file.path): the key cannot be written", cause: error)
        }
    }

    /// Returns the public key.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `internalError`, which should never happen.
    public func verificationKey() throws(ModelDeliveryError) -> VerificationKey {
        guard let key = VerificationKey(bytes: Array(key.publicKey.rawRepresentation)) else {
            throw ModelDeliveryError(.internalError, "the public key does not have 32 bytes")
        }
        return key
    }

    /// Adds a signature to an envelope.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `invalidArgument` for a malformed envelope.
    public func sign(_ envelope: inout SignedEnvelope) throws(ModelDeliveryError) {
        guard let bytes = envelope.signedBytes else {
            throw ModelDeliveryError(.invalidArgument, "the envelope is malformed")
        }
        do {
            let signature = try key.signature(for: bytes)
            envelope.add(Array(signature), by: try verificationKey())
        } catch {
            throw ModelDeliveryError(.internalError, "the signature failed", cause: error)
        }
    }
}
