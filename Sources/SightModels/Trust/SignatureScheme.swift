/// The algorithm that checks signatures.
///
/// `SightModels` needs no other package, and systems without CryptoKit have no Ed25519 of their
/// own. `Packages/Signing` has a scheme for all systems.
public protocol SignatureScheme: Sendable {
    /// Whether a signature of some bytes was made with the private half of a key.
    func isValid(_ signature: [UInt8], of bytes: [UInt8], by key: VerificationKey) -> Bool
}
