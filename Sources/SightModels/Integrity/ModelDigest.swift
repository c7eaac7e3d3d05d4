/// The SHA-256 of the bytes of a model.
public struct ModelDigest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the SHA-256.
    public let bytes: [UInt8]

    /// Computes the digest of bytes in memory.
    public init(of bytes: [UInt8]) {
        var hasher = SHA256Hasher()
        let slice = bytes[...]  // The span of an array needs iOS 26.
        hasher.update(slice.span.bytes)
        self = hasher.finish()
    }

    /// Reads 64 hexadecimal digits in upper or lower case; `nil` for any other text.
    public init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap(Self.value(ofDigit:))
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// - Precondition: there are 32 bytes.
    init(bytes: [UInt8]) {
        precondition(bytes.count == 32)
        self.bytes = bytes
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// The hexadecimal digits.
    public var description: String { hexadecimal }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
