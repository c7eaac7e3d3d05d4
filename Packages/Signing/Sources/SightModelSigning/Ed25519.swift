import Foundation
public import SightModels

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The signature scheme Ed25519, from CryptoKit on Apple's platforms, elsewhere from swift-crypto.
///
/// - Source: RFC 8032.
public struct Ed25519: SignatureScheme {
    /// Makes the scheme.
    public init() {}

    /// Whether a signature of bytes was made with the private key of a public key.
    public func isValid(_ signature: [UInt8], of bytes: [UInt8], by key: VerificationKey) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key.bytes) else {
            return false
        }
        return key.isValidSignature(signature, for: bytes)
    }
}
