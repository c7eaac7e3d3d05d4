import Synchronization

/// The readiness of the service.
package final class ServiceState: Sendable {
    private let repository: ModelRepository
    private let draining = Atomic(false)

    /// Makes the state of a service, which is ready as soon as the repository is.
    package init(_ repository: ModelRepository) { self.repository = repository }

    /// Whether the shutdown has begun.
    package var isDraining: Bool { draining.load(ordering: .acquiring) }

    /// Whether load balancers should send requests to this service.
    package var isReady: Bool { repository.isReady && !isDraining }

    /// Begins the shutdown.
    package func drain() { draining.store(true, ordering: .releasing) }
}
