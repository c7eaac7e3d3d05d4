import Foundation
import SightModels

/// A registered installation, as it is kept in a private file.
struct InstallationRecord: Codable, Sendable {
    var fid: String
    var refreshToken: String
    var authToken: String
    var expires: Date

    /// Reads a record; `nil` when there is none or it is damaged.
    init?(path: String) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        guard let bytes = try? OpenFile(reading: path).read(at: 0, upTo: 1 << 16),
            let record = try? decoder.decode(Self.self, from: Data(bytes))
        else { return nil }
        self = record
    }

    init(fid: String, refreshToken: String, authToken: String, expires: Date) {
        self.fid = fid
        self.refreshToken = refreshToken
        self.authToken = authToken
        self.expires = expires
    }

    /// Writes the record whole or not at all, with mode 0600.
    func save(to path: String) throws(ModelSourceError) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(self)) } catch {
            throw ModelSourceError(.fileFailure, "\(path) cannot be written", cause: error)
        }
        try DurableFolder.make((path as NSString).deletingLastPathComponent)
        try DurableFolder.write(bytes, to: path)
    }
}
