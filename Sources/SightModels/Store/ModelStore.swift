public import Foundation

/// A folder of downloaded and checked models, with the newest version of each.
///
/// Several threads and processes may use one folder at once. An update replaces a model in one
/// step; until then, and if it fails, the old file stays. An open file stays readable, because
/// files are replaced and never overwritten.
public struct ModelStore: Sendable {
    /// The folder of the store.
    public let folder: URL
    /// The largest models and the largest total size that are accepted.
    public var limits: StoreLimits
    /// The policy for retries of failed requests.
    public var retry: RetryPolicy
    /// Returns the bytes left on the disk of a path; tests replace it to simulate a full disk.
    package var availableSpace: @Sendable (String) -> Int? = DurableFolder.availableSpace

    /// Opens a store; the folder is created with mode 0700 when the first model is stored.
    public init(
        folder: URL, limits: StoreLimits = StoreLimits(), retry: RetryPolicy = RetryPolicy()
    ) {
        self.folder = folder.standardizedFileURL
        self.limits = limits
        self.retry = retry
    }

    var root: String { folder.path }

    /// The installed version of a model, without using the network; `nil` if there is none.
    public func installed(_ id: ModelID) -> InstalledModel? {
        ModelFolder(root: root, id: id).installed()
    }

    /// Returns the path of a model's newest file, or `nil` if there is none; also records that the
    /// model is in use.
    public func path(of id: ModelID) -> String? {
        let folder = ModelFolder(root: root, id: id)
        guard let model = folder.installed() else { return nil }
        folder.markUsed()
        return model.path
    }

    /// Returns all installed models, sorted by name.
    public func models() -> [InstalledModel] {
        folders().compactMap { $0.installed() }.sorted { $0.id.name < $1.id.name }
    }

    /// Downloads the newest version of a model, unless it is already installed.
    ///
    /// The SHA-256 of an installed file is computed again before the file is returned: if the file
    /// has changed on the disk, the model is downloaded again.
    ///
    /// If the installed version comes from another ``ModelOrigin`` than that of the source, the
    /// source is asked as if no version were installed. The file is then downloaded, unless the
    /// source announces its SHA-256 and that is the one of the installed file.
    ///
    /// Simultaneous calls for the same model, origin, required digest and keys share one download.
    /// If one of the callers is cancelled, the download continues for the others.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - source: the source from which the model is downloaded; a caller that joins a running
    ///     download uses the source of that download.
    ///   - observe: receives the progress of the download, on any thread; not called if nothing is
    ///     downloaded.
    /// - Returns: the newest version, downloaded now or earlier.
    /// - Throws: ``ModelDeliveryError``; the installed version, if any, is then unchanged.
    public func update(
        _ id: ModelID, from source: any ModelSource,
        observe: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(ModelDeliveryError) -> InstalledModel {
        let store = self
        let model = try await InstallationQueue.shared.run(
            InstallationQueue.Key(
                root: root, id: id, origin: source.origin, digest: source.requiredDigest,
                keys: source.pinnedKeys),
            observe: observe
        ) { report in
            let installation = Installation(
                root: store.root, id: id, source: source, limits: store.limits,
                retry: store.retry, availableSpace: store.availableSpace, observe: report)
            return await RunningInstallation.run { () async -> SharedInstallation.Outcome in
                do throws(ModelDeliveryError) {
                    return .success(try await installation.run())
                } catch {
                    return .failure(error)
                }
            }
        }
        // The model is installed, so a store that remains too large is not an error.
        try? await evict(keeping: id)
        return model
    }

    /// Deletes a model and all of its files.
    ///
    /// The call waits for a running update. Files that are open stay readable.
    ///
    /// - Throws: ``ModelDeliveryError`` with the code `notFound` if the model is not installed; the
    ///   call then deletes the bytes of an unfinished download.
    public func delete(_ id: ModelID) async throws(ModelDeliveryError) {
        let folder = ModelFolder(root: root, id: id)
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw ModelDeliveryError(.notFound, "\"\(id)\" is not in the store")
        }
        let lock = try await FileLock(waitingFor: folder.lockPath)
        defer { lock.hold() }
        // An update that failed may have left a part of the file.
        let isInstalled = folder.record() != nil
        try folder.removeAll()
        guard isInstalled else {
            throw ModelDeliveryError(.notFound, "\"\(id)\" is not in the store")
        }
    }

    /// Reads the file of a model again and compares it with the digest of its installation.
    ///
    /// - Throws: ``ModelDeliveryError``: `notFound` if the model is not installed, `wrongDigest` if
    ///   the file has changed on the disk.
    public func verify(_ id: ModelID) throws(ModelDeliveryError) {
        guard let model = installed(id) else {
            throw ModelDeliveryError(.notFound, "\"\(id)\" is not in the store")
        }
        guard try OpenFile(reading: model.path).digest() == model.digest else {
            throw ModelDeliveryError(
                .wrongDigest, "\(model.path) is not what was installed: the file is damaged")
        }
    }

    func folders() -> [ModelFolder] {
        DurableFolder.names(in: ModelFolder.modelsPath(root))
            .map { ModelFolder(root: root, folderName: $0) }
    }
}
