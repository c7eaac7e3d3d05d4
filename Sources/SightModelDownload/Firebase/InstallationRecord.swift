import Foundation

/// A registered installation, as it is stored in a ``ProjectFile``.
struct InstallationRecord: Codable, Sendable {
    var fid: String
    var refreshToken: String
    var authToken: String
    var expires: Date
}
