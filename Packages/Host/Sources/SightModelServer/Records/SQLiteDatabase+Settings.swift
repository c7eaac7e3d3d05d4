import Foundation
import GRDB

extension SQLiteDatabase {
    package func add(_ counts: [DownloadCount]) async throws {
        try await write { db in
            for count in counts {
                try db.execute(
                    sql: """
                        INSERT INTO download VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET downloads = downloads + excluded.downloads,
                            bytes = bytes + excluded.bytes
                        """,
                    arguments: [
                        count.hour, count.model, count.version, count.downloads, count.bytes,
                    ])
            }
        }
    }

    package func downloads(since hour: Int) async throws -> [DownloadCount] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM download WHERE hour >= ? ORDER BY hour, model, version",
                arguments: [hour]
            ).map {
                DownloadCount(
                    model: $0["model"], version: $0["version"], hour: $0["hour"],
                    downloads: $0["downloads"], bytes: $0["bytes"])
            }
        }
    }

    package func setting(_ name: String) async throws -> String? {
        try await read {
            try String.fetchOne(
                $0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
        }
    }

    package func setting(_ name: String, orSet value: String) async throws -> String {
        try await write {
            try $0.execute(
                sql: "INSERT OR IGNORE INTO setting VALUES (?, ?)", arguments: [name, value])
            return try String.fetchOne(
                $0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name]) ?? value
        }
    }

    package func tokens() async throws -> [String: String] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT label, hash FROM token")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["label"], $0["hash"]) })
        }
    }

    package func setToken(_ label: String, hash: String) async throws {
        try await write {
            try $0.execute(
                sql: "INSERT OR REPLACE INTO token VALUES (?, ?)", arguments: [label, hash])
        }
    }

    package func deleteToken(_ label: String) async throws {
        try await write {
            try $0.execute(sql: "DELETE FROM token WHERE label = ?", arguments: [label])
        }
    }
}
