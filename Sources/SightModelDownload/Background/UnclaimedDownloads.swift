package import Foundation
import SightModels

/// The files of downloads that ended while nobody waited for them, because the system had
/// terminated the app that had requested them.
///
/// The files are in a private folder, in which the name of a file is the SHA-256 of the request's
/// key: addresses may contain secrets. Files that nobody has claimed for a week are deleted, and
/// those before the four newest ones.
package struct UnclaimedDownloads: Sendable {
    private struct Record: Codable {
        let status: Int
        let url: URL
        let fields: [String: String]
        let ended: Date
    }

    /// The number of seconds for which a file is kept.
    private static let lifetime = 604_800.0
    /// The largest number of files.
    private static let maximumCount = 4
    /// The fields of an answer that readers of a model need.
    private static let fieldNames: Set<String> = [
        "etag", "content-length", "content-range", "last-modified",
    ]

    private let folder: URL
    private let now: @Sendable () -> Date

    /// Uses a folder, which is made with mode 0700 when the first file is kept.
    package init(folder: URL, now: @escaping @Sendable () -> Date = { Date() }) {
        self.folder = folder
        self.now = now
    }

    /// Takes over a file; the answer's file is deleted if it cannot be kept, or is no success.
    ///
    /// - Parameters:
    ///   - file: the body of the answer.
    ///   - key: the text that describes the request.
    ///   - status: the status of the answer.
    ///   - url: the address that sent the answer.
    ///   - fields: the header fields of the answer.
    package func keep(
        _ file: URL, for key: String, status: Int, url: URL, fields: [String: String]
    ) {
        defer { try? FileManager.default.removeItem(at: file) }
        guard (200...299).contains(status) else { return }
        // The query of an address may be a signature.
        var address = URLComponents(url: url, resolvingAgainstBaseURL: true)
        address?.query = nil
        let record = Record(
            status: status, url: address?.url ?? url,
            fields: fields.filter { Self.fieldNames.contains($0.key.lowercased()) }, ended: now())
        let (body, description) = paths(key)
        do {
            try DurableFolder.make(folder.path)
            try DurableFolder.remove(description)
            try DurableFolder.remove(body)
            try FileManager.default.moveItem(atPath: file.path, toPath: body)
            try DurableFolder.write(Array(try JSONEncoder().encode(record)), to: description)
        } catch {
            remove(body, description)
        }
        removeOld()
    }

    /// Returns the file and the head of the answer to a request, and forgets both; the caller
    /// deletes the file.
    package func take(_ key: String) -> (file: URL, head: HTTPHead)? {
        let (body, description) = paths(key)
        defer { remove(body, description) }
        guard let found = record(description), isFresh(found) else { return nil }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sight-\(UUID().uuidString)")
        guard (try? FileManager.default.moveItem(atPath: body, toPath: file.path)) != nil else {
            return nil
        }
        return (file, HTTPHead(status: found.status, url: found.url, fields: found.fields))
    }

    private func paths(_ key: String) -> (body: String, description: String) {
        let path = folder.path + "/" + ModelDigest(of: Array(key.utf8)).hexadecimal
        return (path + ".body", path + ".json")
    }

    private func record(_ path: String) -> Record? {
        guard let bytes = try? OpenFile(reading: path).read(at: 0, upTo: 1 << 16) else {
            return nil
        }
        return try? JSONDecoder().decode(Record.self, from: Data(bytes))
    }

    private func isFresh(_ record: Record) -> Bool {
        // If the clock was set back, the end of the download is in the future.
        (0..<Self.lifetime).contains(now().timeIntervalSince(record.ended))
    }

    private func remove(_ body: String, _ description: String) {
        try? DurableFolder.remove(description)
        try? DurableFolder.remove(body)
    }

    /// Deletes old files, and those without a record.
    private func removeOld() {
        var known: [(name: String, ended: Date)] = []
        let names = DurableFolder.names(in: folder.path)
        for name in names where name.hasSuffix(".json") {
            guard let found = record(folder.path + "/" + name), isFresh(found) else { continue }
            known.append((String(name.dropLast(5)), found.ended))
        }
        let newest = known.sorted { $0.ended > $1.ended }.prefix(Self.maximumCount)
        let kept = Set(newest.flatMap { [$0.name + ".json", $0.name + ".body"] })
        for name in names where !kept.contains(name) {
            try? DurableFolder.remove(folder.path + "/" + name)
        }
    }
}
