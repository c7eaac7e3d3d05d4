import CoreMetrics
import Foundation

/// One counter, gauge or timer with its labels, and the numbers that it has seen.
final class MetricSeries: CounterHandler, FloatingPointCounterHandler, RecorderHandler,
    MeterHandler,
    TimerHandler, @unchecked Sendable  // the numbers are only touched under the lock
{
    /// What Prometheus calls it.
    enum Kind: String { case counter, gauge, histogram }

    /// What has been counted.
    struct Numbers {
        var sum = 0.0
        var count = 0
        /// For each bound, the numbers up to it that are above the bound before.
        var buckets = [Int](repeating: 0, count: MetricSeries.bounds.count)
    }

    /// Upper bounds of the histograms' buckets, in seconds.
    static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    let kind: Kind
    private let lock = NSLock()
    private var state = Numbers()

    init(_ kind: Kind) { self.kind = kind }

    /// The numbers as they are now.
    var numbers: Numbers { lock.withLock { state } }

    private func add(_ amount: Double) {
        lock.withLock {
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
    func set(_ value: Double) { lock.withLock { state.sum = value } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
}
