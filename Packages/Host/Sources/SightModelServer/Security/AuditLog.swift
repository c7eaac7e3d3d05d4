import Foundation
import Logging
import NIOConcurrencyHelpers
import NIOPosix

/// The log of all changes with admin tokens: token, time, request and status.
///
/// Each request has two appended lines of JSON with the same `id`: one before anything changes, and
/// one with the status of the answer. If the process is killed between them, the second one is
/// missing, and nobody knows from the log whether the change was made; but no change lacks a line.
/// The lines have the label of the token, never the token. After a line that was cut off, by a full
/// disk or a loss of power, the next one begins a line of its own.
final class AuditLog: Sendable {
    /// A request that changes something.
    struct Entry: Encodable {
        /// The name of the request, which both of its lines have.
        let id = UUID().uuidString
        /// Seconds since 1970.
        var time = Date().timeIntervalSince1970
        /// The label of the token.
        let token: String
        /// The client's address as limits count it.
        let client: String
        let method: String
        let path: String
        /// The status of the answer; `nil` before it.
        var status: Int?
    }

    private let descriptor: Int32
    /// Whether the file ends inside a line.
    private let isCutOff: NIOLockedValueBox<Bool>

    /// Opens the file, or creates it with mode 0600.
    ///
    /// - Throws: ``HostError`` if it cannot be written.
    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw HostError(.init(code: 507), "the audit log cannot be written")
        }
        let size = lseek(descriptor, 0, SEEK_END)
        var last = UInt8(ascii: "\n")
        if size > 0 { pread(descriptor, &last, 1, size - 1) }
        isCutOff = NIOLockedValueBox(last != UInt8(ascii: "\n"))
    }

    deinit { close(descriptor) }

    /// Appends the entry of a request that has changed nothing yet.
    ///
    /// - Throws: ``HostError`` if the entry is not on the disk; the request must not change
    ///   anything then.
    func begin(_ entry: Entry, _ logger: Logger) async throws {
        guard await note(entry, logger) else {
            throw HostError(.init(code: 507), "the audit log cannot be written")
        }
    }

    /// Appends the entry of an answered request.
    func end(_ entry: Entry, status: Int, _ logger: Logger) async {
        var entry = entry
        entry.time = Date().timeIntervalSince1970
        entry.status = status
        _ = await note(entry, logger)
    }

    /// Appends an entry, on a thread that may wait for the disk.
    ///
    /// The entry is written also if the task is cancelled meanwhile, as when the client leaves.
    ///
    /// - Returns: whether the entry is on the disk.
    private func note(_ entry: Entry, _ logger: Logger) async -> Bool {
        await withCheckedContinuation { continuation in
            NIOThreadPool.singleton.submit { _ in
                continuation.resume(returning: self.enter(entry, logger))
            }
        }
    }

    /// Appends an entry with a single write.
    ///
    /// - Returns: whether the entry is on the disk.
    private func enter(_ entry: Entry, _ logger: Logger) -> Bool {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = try encoder.encode(entry) + Data("\n".utf8)
            let failure = append(line)
            guard failure == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO)
            }
            return true
        } catch {
            logger.error("an entry of the audit log is lost", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Appends a line and waits until it is on the disk.
    ///
    /// - Returns: the number of the error; 0 for success.
    private func append(_ line: Data) -> Int32 {
        let failure = isCutOff.withLockedValue { isCutOff -> Int32 in
            let bytes = isCutOff ? Data("\n".utf8) + line : line
            let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written >= 0 else { return errno }
            isCutOff = written < bytes.count
            return isCutOff ? ENOSPC : 0
        }
        guard failure == 0 else { return failure }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}
