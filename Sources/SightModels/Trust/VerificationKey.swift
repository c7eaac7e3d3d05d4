import Foundation

/// A public key, which checks the signatures of one private key.
public struct VerificationKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The bytes of an Ed25519 public key.
    public static let byteCount = 32

    /// The 32 bytes of the key.
    public let bytes: [UInt8]

    /// Makes a key from its bytes; `nil` unless there are 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Reads a key in Base64; `nil` for any other text.
    public init?(base64 text: String) {
        guard let data = Data(base64Encoded: text) else { return nil }
        self.init(bytes: Array(data))
    }

    /// The key in Base64.
    public var base64: String { Data(bytes).base64EncodedString() }

    /// The first 16 hexadecimal digits of the key's SHA-256: a name for messages and signatures.
    public var id: String { String(ModelDigest(of: bytes).hexadecimal.prefix(16)) }

    /// The key in Base64.
    public var description: String { base64 }

    /// Decodes the key from a string of Base64.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let key = VerificationKey(base64: text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\"\(text)\" is not a valid key"))
        }
        self = key
    }

    /// Encodes the key as a string of Base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(base64)
    }
}
