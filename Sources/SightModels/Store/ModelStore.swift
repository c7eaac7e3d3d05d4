public import Foundation

/// Where verified models are kept: the newest state of each, on the disk of this machine.
///
/// Any number of threads and processes may use one folder at once. An update replaces a model in
/// one instant; until then, and whenever it fails, the old file stays. What is opened stays
/// readable, because files are replaced and never written again.
public struct ModelStore: Sendable {
    /// The folder.
    public let folder: URL
    /// How much it takes in.
    public var limits: StoreLimits
    /// How failed requests are tried again.
    public var retry: RetryPolicy
    /// Bytes left on the disk of a path; tests fill the disk here.
    package var availableSpace: @Sendable (String) -> Int? = DurableFolder.availableSpace

    /// Opens a store; the folder is made with mode 0700 when the first model comes.
    public init(
        folder: URL, limits: StoreLimits = StoreLimits(), retry: RetryPolicy = RetryPolicy()
    ) {
        self.folder = folder.standardizedFileURL
        self.limits = limits
        self.retry = retry
    }

    var root: String { folder.path }

    /// The installed state of a model, without asking anyone; `nil` when there is none.
    public func installed(_ id: ModelID) -> InstalledModel? {
        ModelFolder(root: root, id: id).installed()
    }

    /// The path of a model's newest file, and a note that it is in use; `nil` when there is none.
    public func path(of id: ModelID) -> String? {
        let folder = ModelFolder(root: root, id: id)
        guard let model = folder.installed() else { return nil }
        folder.markUsed()
        return model.path
    }

    /// All installed models by name.
    public func models() -> [InstalledModel] {
        folders().compactMap { $0.installed() }.sorted { $0.id.name < $1.id.name }
    }

    /// Brings a model to its newest state.
    ///
    /// Calls for one model and one required digest share one download; a caller that is cancelled
    /// leaves it to the others.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - source: where it comes from; who joins a download takes that one's source.
    ///   - observe: is told how far the download is, on any thread.
    /// - Returns: the newest state, downloaded now or here already.
    /// - Throws: ``ModelSourceError``; the old state, if any, is as it was.
    public func update(
        _ id: ModelID, from source: any ModelSource,
        observe: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(ModelSourceError) -> InstalledModel {
        let store = self
        let model = try await InstallationQueue.shared.run(
            InstallationQueue.Key(root: root, id: id, digest: source.requiredDigest),
            observe: observe
        ) { report in
            let installation = Installation(
                root: store.root, id: id, source: source, limits: store.limits,
                retry: store.retry, availableSpace: store.availableSpace, observe: report)
            do throws(ModelSourceError) {
                return .success(try await installation.run())
            } catch {
                return .failure(error)
            }
        }
        // The model is here; a store that stays too large is no reason to say otherwise.
        try? evict(keeping: id)
        return model
    }

    /// Removes a model and everything that belongs to it.
    ///
    /// Waits for an update under way. Files that are open stay readable.
    ///
    /// - Throws: ``ModelSourceError`` with code `notFound` when there is none.
    public func delete(_ id: ModelID) async throws(ModelSourceError) {
        let folder = ModelFolder(root: root, id: id)
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw ModelSourceError(.notFound, "\"\(id)\" is not in the store")
        }
        let lock = try await FileLock(waitingFor: folder.lockPath)
        defer { lock.hold() }
        try folder.removeAll()
    }

    /// Reads a model's file again and compares it with what was installed.
    ///
    /// - Throws: ``ModelSourceError``: `notFound` without the model, `wrongDigest` when the disk
    ///   gives back other bytes.
    public func verify(_ id: ModelID) throws(ModelSourceError) {
        guard let model = installed(id) else {
            throw ModelSourceError(.notFound, "\"\(id)\" is not in the store")
        }
        let file = try OpenFile(reading: model.path)
        var hasher = SHA256Hasher()
        var offset = 0
        while true {
            let chunk = try file.read(at: offset, upTo: OpenFile.chunkSize)
            guard !chunk.isEmpty else { break }
            hasher.update(chunk.span.bytes)
            offset += chunk.count
        }
        guard hasher.finish() == model.digest else {
            throw ModelSourceError(
                .wrongDigest, "\(model.path) is not what was installed: the file is damaged")
        }
    }

    func folders() -> [ModelFolder] {
        DurableFolder.names(in: ModelFolder.modelsPath(root))
            .map { ModelFolder(root: root, folderName: $0) }
    }
}
