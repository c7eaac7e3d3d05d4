/// One update of one model: request the manifest, download, check, install.
///
/// If the process dies at any moment, the model is completely the old or completely the new one. A
/// file gets its final name only after it has been checked and is on the disk, and it is installed
/// at the moment at which the record is renamed.
struct Installation: Sendable {
    let root: String
    let id: ModelID
    let source: any ModelSource
    let limits: StoreLimits
    let retry: RetryPolicy
    let availableSpace: @Sendable (String) -> Int?
    let observe: @Sendable (DownloadProgress) -> Void

    /// The number of times that a new manifest is requested because the first is out of date.
    private static let freshManifests = 1
    /// The largest length of a revision in bytes, so that a record fits into the file that is read.
    private static let maximumRevision = 1024

    /// Runs the update.
    func run() async throws(ModelDeliveryError) -> InstalledModel {
        let folder = ModelFolder(root: root, id: id)
        try DurableFolder.make(ModelFolder.locksPath(root))
        let lock = try await FileLock(waitingFor: folder.lockPath)
        defer { lock.hold() }
        try DurableFolder.make(folder.path)
        defer { folder.removeIfEmpty() }
        try folder.removeLeftovers()
        var known = folder.record()
        var refreshes = Self.freshManifests
        while true {
            // If the installed file does not have the required digest, or its revision comes from
            // another origin, ask as if there were none.
            let required = source.requiredDigest?.hexadecimal
            let isAcceptable =
                (required == nil || required == known?.sha256) && known?.origin == source.origin
            guard let manifest = try await manifest(unless: isAcceptable ? known : nil, folder)
            else {
                // If the installed file is damaged, ask again as if there were none.
                guard let record = known, try await folder.isIntact(record) else {
                    known = nil
                    continue
                }
                PartialFile.discard(folder)
                return try installed(folder)
            }
            if let known, known.sha256 == manifest.digest?.hexadecimal,
                try await folder.isIntact(known)
            {
                PartialFile.discard(folder)
                if known.revision != manifest.revision || known.origin != source.origin {
                    try commit(folder, manifest, known.size, manifest.digest, replacing: known)
                }
                return try installed(folder)
            }
            do throws(ModelDeliveryError) {
                let (received, size, digest) = try await download(manifest, folder)
                try commit(folder, received, size, digest, replacing: known)
                let model = try installed(folder)
                observe(DownloadProgress(completed: model.size, total: model.size))
                return model
            } catch  where Self.isOutOfDate(error) && refreshes > 0 {
                refreshes -= 1
            }
        }
    }

    /// Whether the manifest of a failed download is out of date: its address has expired, or the
    /// server has replaced the file by one of another size.
    private static func isOutOfDate(_ error: ModelDeliveryError) -> Bool {
        // A connection that broke may succeed with the same manifest.
        error.code == .expired || (error.code == .wrongSize && !error.isTransient)
    }

    private func manifest(unless known: StoreRecord?, _ folder: ModelFolder)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        let installed = known.flatMap { folder.installed($0) }
        let manifest = try await retry.run { () async throws(ModelDeliveryError) in
            guard !Task.isCancelled else { throw .cancelled }
            return try await source.manifest(for: id, replacing: installed)
        }
        guard var manifest else {
            guard known != nil else {
                throw ModelDeliveryError(
                    .internalError,
                    "\"\(id)\": the source answers \"unchanged\", but no file is installed")
            }
            return nil
        }
        try requireSound(manifest.revision)
        if let size = manifest.size {
            guard size >= 0, size <= limits.maximumModelSize else {
                throw ModelDeliveryError(
                    .tooLarge,
                    "\"\(id)\" has \(size) bytes, the limit is \(limits.maximumModelSize)")
            }
        }
        if let required = source.requiredDigest {
            guard manifest.digest ?? required == required else {
                throw ModelDeliveryError(
                    .wrongDigest,
                    "\"\(id)\": the server announces another SHA-256 than the required \(required)")
            }
            manifest.digest = required
        }
        return manifest
    }

    /// Checks a server's revision before it is stored.
    private func requireSound(_ revision: ModelRevision?) throws(ModelDeliveryError) {
        guard let text = revision?.text.utf8 else { return }
        guard text.count <= Self.maximumRevision else {
            throw ModelDeliveryError(
                .internalError,
                "\"\(id)\": the revision has \(text.count) bytes, the limit is "
                    + "\(Self.maximumRevision)")
        }
        guard !text.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw ModelDeliveryError(
                .internalError, "\"\(id)\": the revision has control characters")
        }
    }

    /// Downloads and checks the file of a manifest.
    ///
    /// - Returns: the manifest with the revision of the received bytes, their number and their
    ///   SHA-256.
    private func download(_ manifest: ModelManifest, _ folder: ModelFolder)
        async throws(ModelDeliveryError) -> (ModelManifest, Int, ModelDigest)
    {
        var partial = try await PartialFile.open(
            folder, manifest, limit: limits.maximumModelSize)
        do throws(ModelDeliveryError) {
            try requireSpace(manifest, having: partial.count, folder)
            try await retry.run { () async throws(ModelDeliveryError) in
                try await receive(manifest, into: &partial)
            }
            var received = manifest
            received.revision = source.deliveredRevision(of: manifest)
            try requireSound(received.revision)
            let digest = try await partial.finish()
            return (received, partial.count, digest)
        } catch {
            // The next attempt continues an unfinished download, also after space was made.
            let isUnfinished =
                error.isTransient || error.code == .cancelled || error.code == .notEnoughSpace
            if !isUnfinished || !partial.canContinue { PartialFile.discard(folder) }
            throw error
        }
    }

    private func receive(_ manifest: ModelManifest, into partial: inout PartialFile)
        async throws(ModelDeliveryError)
    {
        while true {
            let start = partial.count
            observe(DownloadProgress(completed: start, total: manifest.size))
            guard start == 0 || start != manifest.size else { return }
            do throws(ModelDeliveryError) {
                try await source.read(manifest, from: start) { bytes throws(ModelDeliveryError) in
                    guard !Task.isCancelled else { throw .cancelled }
                    try partial.append(bytes)
                    observe(DownloadProgress(completed: partial.count, total: manifest.size))
                    // A fast source would keep other tasks from this thread until the last byte.
                    await Task.yield()
                }
                return try requireWhole(manifest, partial)
            } catch  where error.code == .cannotResume && start > 0 {
                try partial.restart()
            }
        }
    }

    /// Throws if the file ended too early; that means a broken connection and allows a retry.
    private func requireWhole(_ manifest: ModelManifest, _ partial: PartialFile)
        throws(ModelDeliveryError)
    {
        guard let size = manifest.size, partial.count < size else { return }
        throw ModelDeliveryError(
            .wrongSize,
            "\"\(id)\": \(partial.count) bytes arrived, but the server announced \(size)",
            detail: RetryAdvice())
    }

    private func requireSpace(_ manifest: ModelManifest, having count: Int, _ folder: ModelFolder)
        throws(ModelDeliveryError)
    {
        guard let size = manifest.size, let space = availableSpace(folder.path),
            space < size - count
        else { return }
        throw ModelDeliveryError(
            .notEnoughSpace,
            "\"\(id)\" needs \(size - count) more bytes, but the disk has only \(space) left")
    }

    /// Makes the new state the installed one.
    private func commit(
        _ folder: ModelFolder, _ manifest: ModelManifest, _ size: Int, _ digest: ModelDigest?,
        replacing known: StoreRecord?
    ) throws(ModelDeliveryError) {
        guard let digest else { return }
        let record = StoreRecord(
            manifest, from: source.origin, size: size, digest: digest, previous: known)
        try DurableFolder.write(record.bytes(), to: folder.recordPath)
        try folder.removeLeftovers()
    }

    private func installed(_ folder: ModelFolder) throws(ModelDeliveryError) -> InstalledModel {
        guard let model = folder.installed() else {
            throw ModelDeliveryError(
                .fileFailure, "\(folder.path): the model just installed is gone")
        }
        return model
    }
}
