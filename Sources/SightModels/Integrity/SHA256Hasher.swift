#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#endif

/// Computes the SHA-256 of bytes that arrive in pieces.
///
/// It uses CryptoKit where the system has it, and `PortableSHA256` elsewhere, so that the library
/// needs no other package for this function.
public struct SHA256Hasher: Sendable {
    #if canImport(CryptoKit)
        private var state = SHA256()
    #else
        private var state = PortableSHA256()
    #endif

    /// Creates a hasher that has seen no bytes.
    public init() {}

    /// Adds bytes to the input.
    public mutating func update(_ bytes: RawSpan) {
        #if canImport(CryptoKit)
            bytes.withUnsafeBytes { state.update(bufferPointer: $0) }
        #else
            state.update(bytes)
        #endif
    }

    /// Computes the digest of all bytes so far; more bytes may be added afterwards.
    public func finish() -> ModelDigest {
        #if canImport(CryptoKit)
            ModelDigest(bytes: Array(state.finalize()))
        #else
            ModelDigest(bytes: state.finish())
        #endif
    }
}
