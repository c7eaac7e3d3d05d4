import Foundation

/// A registered installation, as its ``ProjectFile`` keeps it.
struct InstallationRecord: Codable, Sendable {
    var fid: String
    var refreshToken: String
    var authToken: String
    var expires: Date
}
