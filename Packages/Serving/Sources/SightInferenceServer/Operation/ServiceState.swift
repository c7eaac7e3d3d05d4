import Synchronization

/// Whether the service takes requests.
package final class ServiceState: Sendable {
    private let repository: ModelRepository
    private let draining = Atomic(false)

    /// Ready as soon as the repository is.
    package init(_ repository: ModelRepository) { self.repository = repository }

    /// Whether the end has begun.
    package var isDraining: Bool { draining.load(ordering: .acquiring) }

    /// Whether requests should be sent here.
    package var isReady: Bool { repository.isReady && !isDraining }

    /// Begins the end.
    package func drain() { draining.store(true, ordering: .releasing) }
}
