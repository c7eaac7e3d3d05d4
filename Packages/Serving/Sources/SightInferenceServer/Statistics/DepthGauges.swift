import Metrics
import NIOConcurrencyHelpers

/// The gauges of the queues' lengths, one for each version that is served.
struct DepthGauges: Sendable {
    /// The versions that have a gauge.
    private let keys = NIOLockedValueBox<Set<RepositoryFolder.Key>>([])

    /// Records the lengths, and removes the gauges of versions that are not served any more.
    func record(_ models: [ServedModel]) {
        keys.withLockedValue { keys in
            let served = Set(models.map(\.key))
            for key in keys.subtracting(served) { Self.gauge(key).destroy() }
            for model in models { Self.gauge(model.key).record(model.queue.depth) }
            keys = served
        }
    }

    private static func gauge(_ key: RepositoryFolder.Key) -> Gauge {
        Gauge(
            label: "sight_queue_depth",
            dimensions: [("model", key.model), ("version", String(key.version))])
    }
}
