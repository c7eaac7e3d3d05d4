extension OpenFile {
    /// Computes the SHA-256 of the whole file.
    ///
    /// - Parameter isCancelled: whether to stop; it is asked before each piece.
    /// - Returns: the SHA-256.
    /// - Throws: ``ModelDeliveryError``; `cancelled` if `isCancelled` returns `true`.
    package func digest(isCancelled: () -> Bool = { false })
        throws(ModelDeliveryError) -> ModelDigest
    {
        var hasher = SHA256Hasher()
        var offset = 0
        while true {
            guard !isCancelled() else { throw .cancelled }
            let chunk = try read(at: offset, upTo: Self.chunkSize)
            guard !chunk.isEmpty else { return hasher.finish() }
            hasher.update(chunk.span.bytes)
            offset += chunk.count
        }
    }
}
