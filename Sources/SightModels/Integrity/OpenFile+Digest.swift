extension OpenFile {
    /// Computes the SHA-256 of the whole file.
    func digest() throws(ModelDeliveryError) -> ModelDigest {
        var hasher = SHA256Hasher()
        var offset = 0
        while true {
            let chunk = try read(at: offset, upTo: Self.chunkSize)
            guard !chunk.isEmpty else { return hasher.finish() }
            hasher.update(chunk.span.bytes)
            offset += chunk.count
        }
    }
}
