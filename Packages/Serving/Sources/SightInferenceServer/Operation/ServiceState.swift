import Foundation
import Metrics

/// Whether the service takes requests.
package final class ServiceState: @unchecked Sendable {  // under the lock
    private let repository: ModelRepository
    private let lock = NSLock()
    private var draining = false

    /// Ready as soon as the repository is.
    package init(_ repository: ModelRepository) { self.repository = repository }

    /// Whether the end has begun.
    package var isDraining: Bool { lock.withLock { draining } }

    /// Whether requests should be sent here.
    package var isReady: Bool { repository.isReady && !isDraining }

    /// Begins the end.
    package func drain() { lock.withLock { draining = true } }
}
