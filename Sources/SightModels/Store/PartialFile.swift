/// The bytes of an unfinished download, on the disk and in the hasher.
struct PartialFile: Sendable {
    private let folder: ModelFolder
    private let manifest: ModelManifest
    private let limit: Int
    private var file: OpenFile
    private var hasher = SHA256Hasher()
    /// The number of bytes so far.
    private(set) var count = 0
    /// Whether a later update can continue the download.
    var canContinue: Bool { count > 0 && PartialRecord(manifest) != nil }

    /// Continues an earlier download of the same bytes, or starts from the beginning.
    ///
    /// Another thread hashes the bytes on the disk, which may be many.
    ///
    /// - Throws: `cancelled` when the task is cancelled meanwhile; the bytes stay.
    static func open(_ folder: ModelFolder, _ manifest: ModelManifest, limit: Int)
        async throws(ModelDeliveryError) -> PartialFile
    {
        let opened = await BlockingWork.run { isCancelled in
            Result { () throws(ModelDeliveryError) in
                try PartialFile(folder, manifest, limit: limit, isCancelled: isCancelled)
            }
        }
        return try opened.get()
    }

    private init(
        _ folder: ModelFolder, _ manifest: ModelManifest, limit: Int, isCancelled: () -> Bool
    ) throws(ModelDeliveryError) {
        self.folder = folder
        self.manifest = manifest
        self.limit = limit
        let wanted = PartialRecord(manifest)
        let found = PartialRecord(path: folder.partialRecordPath)
        if let wanted, wanted == found {
            file = try OpenFile(appending: folder.partialPath)
            try takeUp(isCancelled)
            return
        }
        try DurableFolder.remove(folder.partialRecordPath)
        file = try OpenFile(replacing: folder.partialPath)
        if let wanted { try DurableFolder.write(wanted.bytes(), to: folder.partialRecordPath) }
    }

    /// Hashes the bytes on the disk; starts again if there are too many.
    private mutating func takeUp(_ isCancelled: () -> Bool) throws(ModelDeliveryError) {
        let source = try OpenFile(reading: folder.partialPath)
        while true {
            guard !isCancelled() else { throw .cancelled }
            let chunk = try source.read(at: count, upTo: OpenFile.chunkSize)
            guard !chunk.isEmpty else { return }
            guard chunk.count <= (manifest.size ?? limit) - count else { return try restart() }
            note(chunk.span.bytes)
        }
    }

    /// Deletes all bytes, to start again.
    mutating func restart() throws(ModelDeliveryError) {
        file = try OpenFile(replacing: folder.partialPath)
        hasher = SHA256Hasher()
        count = 0
    }

    /// Adds bytes.
    ///
    /// - Throws: `wrongSize` and `tooLarge` before anything past the limit is written.
    mutating func append(_ bytes: RawSpan) throws(ModelDeliveryError) {
        if let size = manifest.size, bytes.byteCount > size - count {
            throw ModelDeliveryError(
                .wrongSize,
                "\"\(manifest.id)\": the server sends more than the announced \(size) bytes")
        }
        guard bytes.byteCount <= limit - count else {
            throw ModelDeliveryError(
                .tooLarge, "\"\(manifest.id)\" is larger than the limit of \(limit) bytes")
        }
        try file.write(bytes)
        note(bytes)
    }

    private mutating func note(_ bytes: RawSpan) {
        hasher.update(bytes)
        count += bytes.byteCount
    }

    /// Checks the complete file and gives it its final name on another thread; no record mentions
    /// it yet.
    func finish() async throws(ModelDeliveryError) -> ModelDigest {
        let finished = await BlockingWork.run { _ in
            Result { () throws(ModelDeliveryError) in try move() }
        }
        return try finished.get()
    }

    private func move() throws(ModelDeliveryError) -> ModelDigest {
        if let size = manifest.size, count != size {
            throw ModelDeliveryError(
                .wrongSize,
                "\"\(manifest.id)\": \(count) bytes arrived, but the server announced \(size)")
        }
        let digest = hasher.finish()
        if let expected = manifest.digest, digest != expected {
            throw ModelDeliveryError(
                .wrongDigest,
                "\"\(manifest.id)\": the bytes have the SHA-256 \(digest) instead of \(expected)")
        }
        try ModelFileCheck.run(folder.partialPath, of: manifest.id)
        try file.sync()
        try DurableFolder.move(folder.partialPath, to: folder.modelPath(digest.hexadecimal))
        try DurableFolder.remove(folder.partialRecordPath)
        return digest
    }

    /// Removes a download that cannot be continued.
    static func discard(_ folder: ModelFolder) {
        try? DurableFolder.remove(folder.partialRecordPath)
        try? DurableFolder.remove(folder.partialPath)
    }
}
