import CoreMetrics
import Foundation
import NIOConcurrencyHelpers

/// Keeps the numbers that swift-metrics reports, and writes them in Prometheus's text format.
package final class PrometheusRegistry: MetricsFactory {
    private struct Series: Hashable {
        let name: String
        let labels: String
    }

    private struct Numbers {
        var values: [Series: (count: Double, sum: Double)] = [:]
        var kinds: [String: String] = [:]
    }

    private let numbers = NIOLockedValueBox(Numbers())

    /// Starts without numbers.
    package init() {}

    /// One counter, gauge or timer.
    private final class Handler: CounterHandler, FloatingPointCounterHandler, RecorderHandler,
        MeterHandler, TimerHandler
    {
        private let registry: PrometheusRegistry
        private let series: Series
        private let isCounter: Bool

        init(_ registry: PrometheusRegistry, _ series: Series, isCounter: Bool) {
            self.registry = registry
            self.series = series
            self.isCounter = isCounter
        }

        func increment(by amount: Int64) { registry.add(series, Double(amount)) }
        func increment(by amount: Double) { registry.add(series, amount) }
        func decrement(by amount: Double) { registry.add(series, -amount) }
        func reset() { registry.set(series, 0) }
        func set(_ value: Int64) { registry.set(series, Double(value)) }
        func set(_ value: Double) { registry.set(series, value) }
        func record(_ value: Int64) { registry.set(series, Double(value)) }
        func record(_ value: Double) { registry.set(series, value) }
        func recordNanoseconds(_ duration: Int64) { registry.add(series, Double(duration) / 1e9) }
    }

    private func add(_ series: Series, _ amount: Double) {
        numbers.withLockedValue { numbers in
            let old = numbers.values[series] ?? (0, 0)
            numbers.values[series] = (old.count + 1, old.sum + amount)
        }
    }

    private func set(_ series: Series, _ value: Double) {
        numbers.withLockedValue { $0.values[series] = (1, value) }
    }

    private func handler(_ label: String, _ dimensions: [(String, String)], _ kind: String)
        -> Handler
    {
        let name = String(
            label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : Character("_") })
        let labels = dimensions.map { key, value in
            let escaped = value.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
                .replacingOccurrences(of: "\n", with: " ")
            return "\(key.replacingOccurrences(of: ".", with: "_"))=\"\(escaped)\""
        }
        numbers.withLockedValue { $0.kinds[name] = kind }
        return Handler(
            self, Series(name: name, labels: labels.sorted().joined(separator: ",")),
            isCounter: kind == "counter")
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
        handler(label, dimensions, "summary")
    }
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// All numbers, a line each.
    package var text: String {
        let (values, kinds) = numbers.withLockedValue { ($0.values, $0.kinds) }
        var lines: [String] = []
        for (name, series) in Dictionary(grouping: values, by: \.key.name).sorted(by: {
            $0.key < $1.key
        }) {
            let kind = kinds[name] ?? "untyped"
            lines.append("# TYPE \(name) \(kind)")
            for (key, value) in series.sorted(by: { $0.key.labels < $1.key.labels }) {
                let labels = key.labels.isEmpty ? "" : "{\(key.labels)}"
                guard kind == "summary" else {
                    lines.append("\(name)\(labels) \(value.sum)")
                    continue
                }
                lines.append("\(name)_sum\(labels) \(value.sum)")
                lines.append("\(name)_count\(labels) \(value.count)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
