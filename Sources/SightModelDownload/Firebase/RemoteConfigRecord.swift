import Foundation

/// The parameters of the last fetch, as they are stored in a ``ProjectFile``.
struct RemoteConfigRecord: Codable, Sendable {
    var entries: [String: String]
    var tag: String?
    var fetched: Date
}
