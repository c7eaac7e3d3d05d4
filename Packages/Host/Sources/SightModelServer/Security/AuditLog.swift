import Foundation
import Logging

/// The log of all changes with admin tokens: token, time, request and status.
///
/// Each entry is an appended line of JSON. It has the label of the token, never the token.
final class AuditLog: Sendable {
    /// A request that changes something.
    struct Entry: Codable {
        /// Seconds since 1970.
        var time = Date().timeIntervalSince1970
        /// The label of the token.
        let token: String
        /// The client's address as limits count it.
        let client: String
        let method: String
        let path: String
        /// The status of the answer.
        var status = 0
    }

    private let descriptor: Int32

    /// Opens the file, or creates it with mode 0600.
    ///
    /// - Throws: ``HostError`` if it cannot be written.
    init(path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw HostError(.init(code: 507), "the audit log cannot be written")
        }
    }

    deinit { close(descriptor) }

    /// Appends an entry with a single write, so that lines of several threads do not mix.
    func note(_ entry: Entry, _ logger: Logger) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = try encoder.encode(entry) + Data("\n".utf8)
            let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == line.count, fsync(descriptor) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            logger.error("an entry of the audit log is lost", metadata: ["error": "\(error)"])
        }
    }
}
