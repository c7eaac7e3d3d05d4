import Foundation
import HTTPTypes
import Hummingbird
import Logging
import SightServerSupport

/// The shared services of a host: database, blob store, catalog, tokens, rate limiters, metrics.
package final class HostCore: Sendable {
    /// The settings of the host.
    package let settings: HostSettings
    /// The host's records.
    package let database: any HostDatabase
    /// The project identifier that clients name in their requests.
    package let project: String
    /// The API key that clients send; it is in every app and therefore no secret.
    package let apiKey: String

    let blobs: BlobStore
    let catalog = Catalog()
    let audit: AuditLog
    let children: IsolatedWork
    let tokens: InstallationTokens
    let ledger: DownloadLedger
    let metrics: PrometheusRegistry
    let registrations: RateLimiter
    let failures = RateLimiter(rate: 1.0 / 6, burst: 10)
    private let folderLock: FolderLock

    /// Opens a data folder, and creates it if it does not exist.
    ///
    /// ```
    /// DATA/           0700
    ///   host.db       SQLite: models, versions, roll-outs, installations, statistics
    ///   blobs/        the models' bytes
    ///   incoming/     uploads under way
    ///   backups/      copies of the database
    ///   audit.log     changes with admin tokens, a line of JSON each
    ///   lock          held by the one host that runs on the folder
    /// ```
    package init(_ settings: HostSettings, metrics: PrometheusRegistry, logger: Logger) async throws
    {
        self.settings = settings
        let rate = settings.registrationsPerSecond
        registrations = RateLimiter(rate: rate, burst: rate * 20)
        self.metrics = metrics
        children = IsolatedWork(
            program: settings.program, memory: settings.maximumCheckMemory,
            deadline: settings.maximumCheckSeconds)
        try DataFolder.make(settings.folder)
        if let mode = DataFolder.openMode(settings.folder) {
            logger.warning(
                "others can write to the data folder; give it the mode 0700",
                metadata: ["folder": "\(settings.folder)", "mode": "\(mode)"])
        }
        try BlobStore.requireDatabase(settings.folder + "/host.db", in: settings.folder)
        folderLock = try FolderLock(settings.folder + "/lock")
        Self.removePartialBackups(in: settings.folder)
        audit = try AuditLog(path: settings.folder + "/audit.log")
        let database = try SQLiteDatabase(path: settings.folder + "/host.db")
        self.database = database
        blobs = try BlobStore(folder: settings.folder)
        let versions = try await database.snapshot().versions
        blobs.collect(keeping: Set(versions.map(\.digest)))
        for version in versions where !blobs.has(version) {
            logger.error(
                "the file of a version is missing or incomplete: restore it, or delete the version",
                metadata: [
                    "model": "\(version.model)", "version": "\(version.number)",
                    "file": "\(blobs.path(version.digest))",
                ])
        }
        project = try await database.setting("project", orSet: "sight")
        apiKey = try await database.setting("apiKey", orSet: Secrets.randomKey())
        tokens = InstallationTokens(
            key: try await database.setting("signingKey", orSet: Secrets.random()))
        ledger = DownloadLedger(database, logger: logger)
        try await catalog.refresh(database)
    }

    /// The address at which the sender of a request reaches this host.
    func base(_ request: Request) -> String {
        if let url = settings.publicURL { return url }
        let scheme = settings.certificate == nil ? "http" : "https"
        return "\(scheme)://\(request.head.authority ?? settings.authority(port: settings.port))"
    }

    /// Makes an admin token if there is none.
    ///
    /// - Returns: the token, which has to be shown immediately, because only its hash is kept.
    /// - Throws: the errors of the database.
    package func makeFirstToken() async throws -> String? {
        try await database.tokens().isEmpty ? database.makeToken("first") : nil
    }

    /// Removes the copies of the database that a killed host has left incomplete.
    private static func removePartialBackups(in folder: String) {
        let backups = folder + "/backups"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: backups)) ?? []
        where name.hasPrefix("host-") && name.hasSuffix(".db.partial") {
            try? FileManager.default.removeItem(atPath: backups + "/" + name)
        }
    }

    /// Copies the database beside the blobs.
    ///
    /// - Returns: the copy's name inside the data folder.
    func backup() async throws -> String {
        let folder = settings.folder + "/backups"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let name = "backups/host-\(Int(Date().timeIntervalSince1970 * 1000)).db"
        try await database.backup(to: settings.folder + "/" + name)
        return name
    }
}

/// A lock that reserves a data folder for one host; the system releases it when the process ends.
private final class FolderLock: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw HostError(.init(code: 507), "\(path) cannot be opened: \(reason)")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw HostError(.conflict, "another host runs on this data folder: \(path) is locked")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
