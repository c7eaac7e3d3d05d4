import Foundation
import GRDB

/// The records in one SQLite file in WAL mode.
package final class SQLiteDatabase: HostDatabase {
    private let pool: DatabasePool

    /// Opens or creates the file, and migrates an older one.
    ///
    /// - Throws: ``HostError`` if a new file cannot be created; the errors of the database.
    package init(path: String) throws {
        // SQLite gives its other files the mode of this one; they contain the signing key, too.
        try DiskSync.makePrivate(path)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // A committed transaction survives a loss of power.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "PRAGMA foreign_keys = ON")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
        try Self.migrator.migrate(pool)
    }

    /// Opens a file that a host has created, and migrates an older one.
    ///
    /// - Throws: ``HostError`` with the status `notFound` if there is no such file; the errors of
    ///   the database.
    package convenience init(existing path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw HostError(
                .notFound, "\(path) does not exist; --data names the folder of a host")
        }
        try self.init(path: path)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 models, installations, statistics") { db in
            try db.execute(
                sql: """
                    CREATE TABLE model (name TEXT PRIMARY KEY, record TEXT NOT NULL,
                        lastNumber INTEGER NOT NULL);
                    CREATE TABLE version (model TEXT NOT NULL REFERENCES model ON DELETE CASCADE,
                        number INTEGER NOT NULL, record TEXT NOT NULL,
                        PRIMARY KEY (model, number));
                    CREATE TABLE experiment (parameter TEXT PRIMARY KEY, record TEXT NOT NULL);
                    CREATE TABLE installation (fid TEXT PRIMARY KEY, refreshHash TEXT NOT NULL,
                        created REAL NOT NULL);
                    CREATE TABLE download (hour INTEGER NOT NULL, model TEXT NOT NULL,
                        version INTEGER NOT NULL, downloads INTEGER NOT NULL,
                        bytes INTEGER NOT NULL, PRIMARY KEY (hour, model, version));
                    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
                    CREATE TABLE token (label TEXT PRIMARY KEY, hash TEXT NOT NULL);
                    """)
        }
        migrator.registerMigration("2 when installations were last heard of") { db in
            try db.execute(
                sql: """
                    ALTER TABLE installation RENAME COLUMN created TO seen;
                    CREATE INDEX installation_seen ON installation (seen);
                    """)
        }
        migrator.registerMigration("3 last numbers of deleted models") { db in
            try db.execute(
                sql: """
                    CREATE TABLE deletedModel (name TEXT PRIMARY KEY, lastNumber INTEGER NOT NULL);
                    """)
        }
        return migrator
    }

    private static func records<Record: Decodable>(
        _ db: Database, _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Record] {
        try String.fetchAll(db, sql: sql, arguments: arguments)
            .map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
    }

    private static func text(_ record: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    }

    package func snapshot() async throws -> HostSnapshot {
        try await pool.read { db in
            HostSnapshot(
                models: try Self.records(db, "SELECT record FROM model ORDER BY name"),
                versions: try Self.records(
                    db, "SELECT record FROM version ORDER BY model, number"),
                experiments: try Self.records(
                    db, "SELECT record FROM experiment ORDER BY parameter"))
        }
    }

    package func add(_ make: @escaping @Sendable (Int) -> VersionRecord, model: String)
        async throws -> VersionRecord
    {
        try await write { db in
            let last = try Self.lastNumber(db, "model", model)
            if last == nil {
                let record = ModelRecord(
                    name: model, stable: nil, candidate: nil, percent: 0, history: [])
                try db.execute(
                    sql: "INSERT INTO model VALUES (?, ?, 0)",
                    arguments: [model, try Self.text(record)])
            }
            // The statistics of a deleted model stay, so its numbers are not used again.
            let version = make(
                try (last ?? Self.lastNumber(db, "deletedModel", model) ?? 0) + 1)
            try db.execute(
                sql: "UPDATE model SET lastNumber = ? WHERE name = ?",
                arguments: [version.number, model])
            try db.execute(
                sql: "INSERT INTO version VALUES (?, ?, ?)",
                arguments: [model, version.number, try Self.text(version)])
            return version
        }
    }

    /// The last number that a model used, in the table of models or of deleted models.
    private static func lastNumber(_ db: Database, _ table: String, _ model: String) throws -> Int?
    {
        try Int.fetchOne(
            db, sql: "SELECT lastNumber FROM \(table) WHERE name = ?", arguments: [model])
    }

    package func change(
        _ model: String,
        _ body: @escaping @Sendable (inout ModelRecord, [VersionRecord]) throws -> Void
    ) async throws -> ModelRecord {
        try await write { try Self.change($0, model, body) }
    }

    private static func change(
        _ db: Database, _ model: String,
        _ body: (inout ModelRecord, [VersionRecord]) throws -> Void
    ) throws -> ModelRecord {
        let found: [ModelRecord] = try records(
            db, "SELECT record FROM model WHERE name = ?", [model])
        guard var record = found.first else {
            throw HostError(.notFound, "there is no model \"\(model)\"")
        }
        try body(
            &record,
            try records(db, "SELECT record FROM version WHERE model = ? ORDER BY number", [model]))
        try db.execute(
            sql: "UPDATE model SET record = ? WHERE name = ?",
            arguments: [try text(record), model])
        return record
    }

    package func setSigned(_ signed: Data, version number: Int, of model: String) async throws
        -> VersionRecord
    {
        try await write { db in
            let found: [VersionRecord] = try Self.records(
                db, "SELECT record FROM version WHERE model = ? AND number = ?", [model, number])
            guard var record = found.first else {
                throw HostError(.notFound, "\"\(model)\" has no version \(number)")
            }
            record.signed = signed
            try db.execute(
                sql: "UPDATE version SET record = ? WHERE model = ? AND number = ?",
                arguments: [try Self.text(record), model, number])
            return record
        }
    }

    package func deleteVersion(_ number: Int, of model: String) async throws {
        try await write { db in
            _ = try Self.change(db, model) { record, versions in
                guard versions.contains(where: { $0.number == number }) else {
                    throw HostError(.notFound, "\"\(model)\" has no version \(number)")
                }
                guard record.stable != number, record.candidate != number else {
                    throw HostError(
                        .conflict, "version \(number) is being served: roll it back first")
                }
                record.history.removeAll { $0 == number }
            }
            try db.execute(
                sql: "DELETE FROM version WHERE model = ? AND number = ?",
                arguments: [model, number])
        }
    }

    package func deleteModel(_ model: String) async throws {
        let count = try await write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO deletedModel
                    SELECT name, lastNumber FROM model WHERE name = ?
                    """, arguments: [model])
            try db.execute(sql: "DELETE FROM model WHERE name = ?", arguments: [model])
            return db.changesCount
        }
        guard count > 0 else { throw HostError(.notFound, "there is no model \"\(model)\"") }
    }

    package func check() async throws {
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT 1") }
    }

    package func backup(to path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw HostError(.conflict, "the copy exists already")
        }
        // SQLite leaves a part of the copy when it is interrupted, and does not wait until the copy
        // is on the disk.
        let partial = path + ".partial"
        unlink(partial)
        // SQLite writes into a file that exists only if it is empty.
        try DiskSync.makePrivate(partial)
        do {
            try await storing {
                try await pool.writeWithoutTransaction { db in
                    try db.execute(sql: "VACUUM INTO ?", arguments: [partial])
                }
            }
            guard DiskSync.wait(for: partial), rename(partial, path) == 0 else {
                throw HostError(.init(code: 507), "the copy cannot be stored")
            }
            let folder = (path as NSString).deletingLastPathComponent
            DiskSync.wait(for: folder.isEmpty ? "." : folder)
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Reads with a connection of the pool, for the extensions of this class.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws
        -> Value
    {
        try await pool.read(body)
    }

    /// Writes in one transaction.
    ///
    /// - Throws: the errors of the body; those of ``storing(_:)``.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value)
        async throws -> Value
    {
        try await storing { try await pool.write(body) }
    }

    /// Runs a body that writes files.
    ///
    /// - Throws: ``HostError`` with the status 507 and the reason if the disk is full or fails; the
    ///   other errors of the body.
    private func storing<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as DatabaseError
            where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode)
        {
            let reason = error.message ?? "the disk is full"
            throw HostError(.init(code: 507), "the database cannot be written: \(reason)")
        }
    }
}
