import Foundation
import SightModels

/// The parameters of the last fetch, as they are kept in a private file.
struct RemoteConfigRecord: Codable, Sendable {
    var entries: [String: String]
    var tag: String?
    var fetched: Date

    /// Reads a record; `nil` when there is none or it is damaged.
    init?(path: String) {
        guard let bytes = try? OpenFile(reading: path).read(at: 0, upTo: 1 << 20),
            let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    init(entries: [String: String], tag: String?, fetched: Date) {
        self.entries = entries
        self.tag = tag
        self.fetched = fetched
    }

    /// Writes the record; one that cannot be kept is fetched again after a restart.
    func save(to path: String) {
        guard let bytes = try? JSONEncoder().encode(self) else { return }
        try? DurableFolder.make((path as NSString).deletingLastPathComponent)
        try? DurableFolder.write(Array(bytes), to: path)
    }
}
