import CoreMetrics
import NIOConcurrencyHelpers

/// The values of one counter, gauge or timer.
final class MetricSeries: CounterHandler, FloatingPointCounterHandler, RecorderHandler,
    MeterHandler, TimerHandler
{
    /// The type of metric, by Prometheus's name.
    enum Kind: String { case counter, gauge, histogram }

    /// The values of a series.
    struct Numbers {
        var sum = 0.0
        var count = 0
        /// For each bound, the number of values up to it and above the previous bound.
        var buckets = [Int](repeating: 0, count: MetricSeries.bounds.count)
    }

    /// Upper bounds of the histograms' buckets, in seconds.
    static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    let kind: Kind
    private let state = NIOLockedValueBox(Numbers())

    init(_ kind: Kind) { self.kind = kind }

    /// The current values.
    var numbers: Numbers { state.withLockedValue { $0 } }

    private func add(_ amount: Double) {
        state.withLockedValue { state in
            state.sum += amount
            state.count += 1
            guard kind == .histogram,
                let bucket = Self.bounds.firstIndex(where: { amount <= $0 })
            else { return }
            state.buckets[bucket] += 1
        }
    }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func reset() { set(0.0) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLockedValue { $0.sum = value } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
}
