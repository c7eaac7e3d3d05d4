import Foundation

/// The parameters of the last fetch, as their ``ProjectFile`` keeps them.
struct RemoteConfigRecord: Codable, Sendable {
    var entries: [String: String]
    var tag: String?
    var fetched: Date
}
