import Foundation
import SightModels

/// Makes random secrets, hashes and signatures.
package enum Secrets {
    /// Returns 256 random bits as base64url.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in
            withUnsafeBytes(of: generator.next() as UInt64) { Array($0) }
        }
        return base64URL(bytes)
    }

    /// Returns a random key that Firebase's clients accept: 39 characters, the first one `A`.
    package static func randomKey() -> String { "A" + random().prefix(38) }

    /// The SHA-256 of a random secret in hexadecimal, which is stored instead of the secret.
    package static func hash(_ text: String) -> String {
        ModelDigest(of: Array(text.utf8)).hexadecimal
    }

    /// The HMAC-SHA-256 of a text as base64url.
    ///
    /// - Source: RFC 2104, with SHA-256.
    package static func sign(_ text: String, key: String) -> String {
        var block = Array(key.utf8)
        if block.count > 64 { block = ModelDigest(of: block).bytes }
        block += Array(repeating: 0, count: 64 - block.count)
        let inner = ModelDigest(of: block.map { $0 ^ 0x36 } + Array(text.utf8))
        return base64URL(ModelDigest(of: block.map { $0 ^ 0x5c } + inner.bytes).bytes)
    }

    /// Compares two texts in a time that does not depend on where they differ.
    package static func equal(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
