import Foundation
import GRDB

extension SQLiteDatabase {
    package func register(_ fid: String, refreshHash: String, now: Date) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO installation VALUES (?, ?, ?)",
                arguments: [fid, refreshHash, now.timeIntervalSince1970])
            return db.changesCount > 0
        }
    }

    package func note(_ fid: String, now: Date) async throws {
        try await write {
            try $0.execute(
                sql: "UPDATE installation SET seen = ? WHERE fid = ?",
                arguments: [now.timeIntervalSince1970, fid])
        }
    }

    package func forgetInstallations(before time: Date) async throws {
        try await write {
            try $0.execute(
                sql: "DELETE FROM installation WHERE seen < ?",
                arguments: [time.timeIntervalSince1970])
        }
    }

    package func refreshHash(of fid: String) async throws -> String? {
        try await read {
            try String.fetchOne(
                $0, sql: "SELECT refreshHash FROM installation WHERE fid = ?", arguments: [fid])
        }
    }

    package func unregister(_ fid: String) async throws {
        try await write {
            try $0.execute(sql: "DELETE FROM installation WHERE fid = ?", arguments: [fid])
        }
    }

    package func installationCount() async throws -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM installation") ?? 0 }
    }

    package func set(_ experiment: ExperimentRecord) async throws {
        let text = String(decoding: try JSONEncoder().encode(experiment), as: UTF8.self)
        try await write {
            try $0.execute(
                sql: "INSERT OR REPLACE INTO experiment VALUES (?, ?)",
                arguments: [experiment.parameter, text])
        }
    }

    package func deleteExperiment(_ parameter: String) async throws {
        let count = try await write { db in
            try db.execute(
                sql: "DELETE FROM experiment WHERE parameter = ?", arguments: [parameter])
            return db.changesCount
        }
        guard count > 0 else {
            throw HostError(.notFound, "there is no experiment \"\(parameter)\"")
        }
    }
}
