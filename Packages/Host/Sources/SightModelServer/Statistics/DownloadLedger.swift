import Foundation
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Counts downloads in memory, and writes the counts to the database twice a second and at the end.
///
/// A host that is killed loses the counts since the last write, normally of half a second. It
/// counts no download twice, because counts leave the memory before they are written in one
/// transaction.
package final class DownloadLedger: Service {
    private struct Key: Hashable {
        let model: String
        let version: Int
        let hour: Int
    }

    private let database: any HostDatabase
    private let logger: Logger
    private let counts = NIOLockedValueBox<[Key: (downloads: Int, bytes: Int)]>([:])

    /// Makes a ledger that writes to a database.
    package init(_ database: any HostDatabase, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Counts an answer that has been sent.
    package func note(_ model: String, _ version: Int, bytes: Int, isComplete: Bool) {
        let hour = Int(Date().timeIntervalSince1970) / 3600
        counts.withLockedValue { counts in
            let key = Key(model: model, version: version, hour: hour)
            let old = counts[key] ?? (0, 0)
            counts[key] = (old.downloads + (isComplete ? 1 : 0), old.bytes + bytes)
        }
    }

    /// Writes the counts to the database; if that fails, keeps them for the next attempt.
    package func flush() async {
        let batch = counts.withLockedValue { counts in
            defer { counts = [:] }
            return counts.map {
                DownloadCount(
                    model: $0.key.model, version: $0.key.version, hour: $0.key.hour,
                    downloads: $0.value.downloads, bytes: $0.value.bytes)
            }
        }
        guard !batch.isEmpty else { return }
        do { try await database.add(batch) } catch {
            putBack(batch)
            // When the host ends, another attempt follows.
            guard !(error is CancellationError) else { return }
            logger.error("statistics cannot be written", metadata: ["error": "\(error)"])
        }
    }

    private func putBack(_ batch: [DownloadCount]) {
        counts.withLockedValue { counts in
            for count in batch {
                let key = Key(model: count.model, version: count.version, hour: count.hour)
                let old = counts[key] ?? (0, 0)
                counts[key] = (old.downloads + count.downloads, old.bytes + count.bytes)
            }
        }
    }

    /// Writes the counts regularly until the host ends.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(500)) } catch { break }
                await self.flush()
            }
        }
        await flush()
    }
}
