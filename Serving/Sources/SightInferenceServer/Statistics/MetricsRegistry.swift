import CoreMetrics
import Foundation

/// Keeps the numbers that swift-metrics reports, and writes them in Prometheus's text format.
///
/// Timers become histograms in seconds.
///
/// - Source: Prometheus, "Text-based exposition format", 0.0.4.
package final class MetricsRegistry: MetricsFactory, @unchecked Sendable {  // under the lock
    private struct Key: Hashable {
        let name: String
        let labels: String
    }

    private struct Series {
        var sum = 0.0
        var count = 0
        var buckets = [Int](repeating: 0, count: MetricsRegistry.bounds.count)
    }

    /// Upper bounds of the histograms' buckets, in seconds.
    private static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private let lock = NSLock()
    private var series: [Key: Series] = [:]
    private var kinds: [String: String] = [:]

    /// Starts without numbers.
    package init() {}

    /// One counter, gauge or timer.
    private final class Handler: CounterHandler, FloatingPointCounterHandler, RecorderHandler,
        MeterHandler, TimerHandler
    {
        private let registry: MetricsRegistry
        private let key: Key

        init(_ registry: MetricsRegistry, _ key: Key) {
            self.registry = registry
            self.key = key
        }

        func increment(by amount: Int64) { registry.add(key, Double(amount)) }
        func increment(by amount: Double) { registry.add(key, amount) }
        func decrement(by amount: Double) { registry.add(key, -amount) }
        func reset() { registry.set(key, 0) }
        func set(_ value: Int64) { registry.set(key, Double(value)) }
        func set(_ value: Double) { registry.set(key, value) }
        func record(_ value: Int64) { registry.set(key, Double(value)) }
        func record(_ value: Double) { registry.set(key, value) }
        func recordNanoseconds(_ duration: Int64) { registry.add(key, Double(duration) / 1e9) }
    }

    private func add(_ key: Key, _ amount: Double) {
        lock.withLock {
            series[key, default: Series()].sum += amount
            series[key, default: Series()].count += 1
            if let bucket = Self.bounds.firstIndex(where: { amount <= $0 }) {
                series[key, default: Series()].buckets[bucket] += 1
            }
        }
    }

    private func set(_ key: Key, _ value: Double) {
        lock.withLock { series[key, default: Series()].sum = value }
    }

    private func handler(_ name: String, _ dimensions: [(String, String)], _ kind: String)
        -> Handler
    {
        let labels = dimensions.map { key, value in
            let escaped = value.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
                .replacingOccurrences(of: "\n", with: "\\n")
            return "\(Self.name(key))=\"\(escaped)\""
        }
        let name = Self.name(name)
        lock.withLock { kinds[name] = kind }
        return Handler(self, Key(name: name, labels: labels.joined(separator: ",")))
    }

    private static func name(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        handler(label, dimensions, "counter")
    }
    package func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
        -> any FloatingPointCounterHandler
    {
        handler(label, dimensions, "counter")
    }
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
        -> any RecorderHandler
    {
        handler(label, dimensions, "gauge")
    }
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        handler(label, dimensions, "gauge")
    }
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        handler(label, dimensions, "histogram")
    }
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// All numbers, a line each.
    package var text: String {
        let (series, kinds) = lock.withLock { (self.series, self.kinds) }
        let byName = Dictionary(grouping: series, by: \.key.name).sorted { $0.key < $1.key }
        var lines: [String] = []
        for (name, group) in byName {
            let kind = kinds[name] ?? "untyped"
            lines.append("# TYPE \(name) \(kind)")
            for (key, value) in group.sorted(by: { $0.key.labels < $1.key.labels }) {
                lines += kind == "histogram" ? Self.histogram(key, value) : [Self.line(key, value)]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ key: Key, _ value: Series) -> String {
        "\(key.name)\(key.labels.isEmpty ? "" : "{\(key.labels)}") \(value.sum)"
    }

    private static func histogram(_ key: Key, _ value: Series) -> [String] {
        let labels = key.labels.isEmpty ? "" : key.labels + ","
        var count = 0
        var lines: [String] = []
        for (bound, more) in zip(bounds, value.buckets) {
            count += more
            lines.append("\(key.name)_bucket{\(labels)le=\"\(bound)\"} \(count)")
        }
        lines.append("\(key.name)_bucket{\(labels)le=\"+Inf\"} \(value.count)")
        let braces = key.labels.isEmpty ? "" : "{\(key.labels)}"
        lines.append("\(key.name)_sum\(braces) \(value.sum)")
        lines.append("\(key.name)_count\(braces) \(value.count)")
        return lines
    }
}
