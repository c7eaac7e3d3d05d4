import Foundation
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Counts downloads in memory and writes them down twice a second, and when the host ends.
///
/// A host that is killed loses the counts of the last half second at most, and counts none twice:
/// what was written in one transaction is no longer in memory.
package final class DownloadLedger: Service {
    private struct Key: Hashable {
        let model: String
        let version: Int
        let hour: Int
    }

    private let database: any HostDatabase
    private let logger: Logger
    private let counts = NIOLockedValueBox<[Key: (downloads: Int, bytes: Int)]>([:])

    /// A ledger over a database.
    package init(_ database: any HostDatabase, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Notes what has been sent.
    package func note(_ model: String, _ version: Int, bytes: Int, isComplete: Bool) {
        let hour = Int(Date().timeIntervalSince1970) / 3600
        counts.withLockedValue { counts in
            let key = Key(model: model, version: version, hour: hour)
            let old = counts[key] ?? (0, 0)
            counts[key] = (old.downloads + (isComplete ? 1 : 0), old.bytes + bytes)
        }
    }

    /// Writes down what has been noted.
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
            logger.error("statistics cannot be written", metadata: ["error": "\(error)"])
            putBack(batch)
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

    /// Writes until the host ends.
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
