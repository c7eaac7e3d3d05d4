import Foundation

/// The files of one model.
///
/// ```
/// ROOT/                           0700
///   locks/bird-6a5f….lock         held while the model is changed
///   locks/eviction.lock           held while models are removed to make room
///   models/bird-6a5f…/            0700, by ModelID.folderName
///     current                     StoreRecord: the installed state
///     SHA256.tflite               the file of a state; never changed
///     partial                     the bytes of an unfinished download
///     partial.json                PartialRecord: the model of these bytes
/// ```
/// All files have mode 0600. All other files in the folder are the remains of a process that was
/// killed; they are removed when the lock is taken the next time.
struct ModelFolder: Sendable {
    let path: String
    let lockPath: String

    init(root: String, id: ModelID) {
        self.init(root: root, folderName: id.folderName)
    }

    init(root: String, folderName: String) {
        path = Self.modelsPath(root) + "/" + folderName
        lockPath = Self.locksPath(root) + "/" + folderName + ".lock"
    }

    static func modelsPath(_ root: String) -> String { root + "/models" }
    static func locksPath(_ root: String) -> String { root + "/locks" }

    var recordPath: String { path + "/current" }
    var partialPath: String { path + "/partial" }
    var partialRecordPath: String { path + "/partial.json" }
    func modelPath(_ sha256: String) -> String { path + "/" + sha256 + ".tflite" }

    /// The size of the largest record that is read, in bytes.
    private static let recordLimit = 1 << 16

    /// Returns the installed state; `nil` if there is none, or its file is missing or has another
    /// size.
    func record() -> StoreRecord? {
        guard let file = try? OpenFile(reading: recordPath),
            let bytes = try? file.read(at: 0, upTo: Self.recordLimit),
            let record = StoreRecord(Array(bytes)),
            let model = try? OpenFile(reading: modelPath(record.sha256)),
            (try? model.facts())?.size == record.size
        else { return nil }
        return record
    }

    /// Whether the file of a state has the bytes that were installed.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `cancelled` when the task is cancelled.
    func isIntact(_ record: StoreRecord) async throws(ModelDeliveryError) -> Bool {
        let path = modelPath(record.sha256)
        let digest = await BlockingWork.run { isCancelled in
            try? OpenFile(reading: path).digest(isCancelled: isCancelled)
        }
        guard !Task.isCancelled else { throw .cancelled }
        return digest?.hexadecimal == record.sha256
    }

    /// Returns the installed state in its public form.
    func installed() -> InstalledModel? { record().flatMap { installed($0) } }

    /// Returns a state in its public form.
    func installed(_ record: StoreRecord) -> InstalledModel? {
        guard let id = try? ModelID(record.name),
            let digest = ModelDigest(hexadecimal: record.sha256)
        else { return nil }
        return InstalledModel(
            id: id, path: modelPath(record.sha256), size: record.size, digest: digest,
            revision: record.revision, origin: record.origin, installed: record.installed)
    }

    /// The last time at which the model was requested: the time of change of `current`.
    var lastUsed: Int {
        (try? OpenFile(reading: recordPath).facts().modified) ?? 0
    }

    /// Records that the model was requested.
    func markUsed() { _ = utimes(recordPath, nil) }

    /// Removes files that no record mentions; call it only under the lock.
    func removeLeftovers() throws(ModelDeliveryError) {
        let record = record()
        var wanted: Set<String> = ["current", "partial", "partial.json"]
        for digest in [record?.sha256, record?.previous] {
            if let digest { wanted.insert(digest + ".tflite") }
        }
        // A record without its file is invalid.
        if record == nil { wanted.remove("current") }
        for name in DurableFolder.names(in: path) where !wanted.contains(name) {
            try DurableFolder.remove(path + "/" + name)
        }
    }

    /// Removes the folder if it has no files; call it only under the lock.
    func removeIfEmpty() { _ = rmdir(path) }

    /// Removes the model, its record first; call it only under the lock.
    func removeAll() throws(ModelDeliveryError) {
        try DurableFolder.remove(recordPath)
        for name in DurableFolder.names(in: path) {
            try DurableFolder.remove(path + "/" + name)
        }
        guard rmdir(path) == 0 || errno == ENOENT else { throw FileFailure.error("rmdir", path) }
    }
}
