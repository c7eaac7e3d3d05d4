import Foundation
import SightHostTesting
import SightModelServer
import Testing

/// Copies of the database.
@Suite final class BackupTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("backup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The rest of a copy that was interrupted is in the way of nothing.
    @Test func aCopyAppearsWhenItIsComplete() async throws {
        let database = try SQLiteDatabase(path: path("host.db"))
        try await database.setToken("label", hash: "hash")
        try Data("a part".utf8).write(to: folder.appendingPathComponent("copy.db.partial"))
        try await database.backup(to: path("copy.db"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("copy.db") && !names.contains("copy.db.partial"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path("copy.db"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let copy = try SQLiteDatabase(path: path("copy.db"))
        #expect(try await copy.tokens() == ["label": "hash"])
    }

    /// The copies that a killed host has left incomplete are removed at the next start.
    @Test func incompleteCopiesAreRemoved() throws {
        let host = try RunningHost()
        host.stop()
        let backups = host.folder.appendingPathComponent("backups")
        try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
        for name in ["host-1.db", "host-2.db.partial", "mine.partial"] {
            try Data("bytes".utf8).write(to: backups.appendingPathComponent(name))
        }
        try host.start()
        let names = try FileManager.default.contentsOfDirectory(atPath: backups.path).sorted()
        #expect(names == ["host-1.db", "mine.partial"])
    }

    /// The files beside the database contain the signing key, too.
    @Test func othersReadNothing() async throws {
        let database = try SQLiteDatabase(path: path("host.db"))
        _ = try await database.setting("signingKey", orSet: "secret")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("host.db-wal"))
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func nothingIsReplaced() async throws {
        let database = try SQLiteDatabase(path: path("host.db"))
        try Data("kept".utf8).write(to: folder.appendingPathComponent("copy.db"))
        let target = path("copy.db")
        await #expect(throws: HostError.self) { try await database.backup(to: target) }
        let bytes = try Data(contentsOf: folder.appendingPathComponent("copy.db"))
        #expect(bytes == Data("kept".utf8))
    }
}
