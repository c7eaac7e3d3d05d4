#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#endif

/// SHA-256 over bytes that arrive in pieces.
///
/// CryptoKit where the system has it; elsewhere ``PortableSHA256``, so that no user of the library
/// resolves a package for one function.
public struct SHA256Hasher: Sendable {
    #if canImport(CryptoKit)
        private var state = SHA256()
    #else
        private var state = PortableSHA256()
    #endif

    /// Starts with no bytes.
    public init() {}

    /// Adds bytes.
    public mutating func update(_ bytes: RawSpan) {
        #if canImport(CryptoKit)
            bytes.withUnsafeBytes { state.update(bufferPointer: $0) }
        #else
            state.update(bytes)
        #endif
    }

    /// The digest of all bytes so far; more may follow.
    public func finish() -> ModelDigest {
        #if canImport(CryptoKit)
            ModelDigest(bytes: Array(state.finalize()))
        #else
            ModelDigest(bytes: state.finish())
        #endif
    }
}
