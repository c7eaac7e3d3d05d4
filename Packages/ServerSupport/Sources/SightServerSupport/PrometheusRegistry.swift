import CoreMetrics
import Foundation
import NIOConcurrencyHelpers

/// Stores the metrics of swift-metrics and writes them in the text format of Prometheus.
///
/// Timers become histograms in seconds. Names are converted to Prometheus's form when the text is
/// written, not when a value is counted.
///
/// - Source: Prometheus, "Text-based exposition format", 0.0.4.
public final class PrometheusRegistry: Sendable {
    private struct Label: Hashable {
        let name: String
        let value: String
    }

    private struct Key: Hashable {
        let name: String
        let labels: [Label]
    }

    private let series = NIOLockedValueBox<[Key: MetricSeries]>([:])

    /// Makes a registry without metrics.
    public init() {}

    private func find(
        _ name: String, _ dimensions: [(String, String)], _ kind: MetricSeries.Kind
    ) -> MetricSeries {
        let key = Key(name: name, labels: dimensions.map { Label(name: $0, value: $1) })
        return series.withLockedValue { series in
            if let found = series[key] { return found }
            let new = MetricSeries(kind)
            series[key] = new
            return new
        }
    }

    /// Removes a series, so that the text has it no more.
    private func remove(_ handler: AnyObject) {
        series.withLockedValue { series in series = series.filter { $0.value !== handler } }
    }

    /// Makes this the registry of the process; call it only once.
    public func bootstrap() { MetricsSystem.bootstrap(Factory(registry: self)) }

    /// All metrics, one on each line.
    public var text: String {
        let series = self.series.withLockedValue { $0 }
        let byName = Dictionary(grouping: series) { Self.name($0.key.name) }
        var lines: [String] = []
        for (name, group) in byName.sorted(by: { $0.key < $1.key }) {
            lines.append("# TYPE \(name) \(group[0].value.kind.rawValue)")
            let labeled = group.map { (Self.text($0.key.labels), $0.value) }
            for (labels, value) in labeled.sorted(by: { $0.0 < $1.0 }) {
                lines += Self.lines(name, labels, value)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ name: String, _ labels: String, _ series: MetricSeries) -> [String]
    {
        let numbers = series.numbers
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        guard series.kind == .histogram else { return ["\(name)\(braces) \(numbers.sum)"] }
        let lead = labels.isEmpty ? "" : labels + ","
        var count = 0
        var lines: [String] = []
        for (bound, more) in zip(MetricSeries.bounds, numbers.buckets) {
            count += more
            lines.append("\(name)_bucket{\(lead)le=\"\(bound)\"} \(count)")
        }
        lines.append("\(name)_bucket{\(lead)le=\"+Inf\"} \(numbers.count)")
        lines.append("\(name)_sum\(braces) \(numbers.sum)")
        lines.append("\(name)_count\(braces) \(numbers.count)")
        return lines
    }

    private static func text(_ labels: [Label]) -> String {
        labels.map { label in
            let escaped = label.value.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
                .replacingOccurrences(of: "\n", with: "\\n")
            return "\(name(label.name))=\"\(escaped)\""
        }.joined(separator: ",")
    }

    private static func name(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The factory that swift-metrics asks for handlers.
    private struct Factory: MetricsFactory {
        let registry: PrometheusRegistry

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            registry.find(label, dimensions, .counter)
        }
        func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
            -> any FloatingPointCounterHandler
        {
            registry.find(label, dimensions, .counter)
        }
        func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool)
            -> any RecorderHandler
        {
            registry.find(label, dimensions, .gauge)
        }
        func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
            registry.find(label, dimensions, .gauge)
        }
        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            registry.find(label, dimensions, .histogram)
        }
        func destroyCounter(_ handler: any CounterHandler) { registry.remove(handler) }
        func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
            registry.remove(handler)
        }
        func destroyRecorder(_ handler: any RecorderHandler) { registry.remove(handler) }
        func destroyMeter(_ handler: any MeterHandler) { registry.remove(handler) }
        func destroyTimer(_ handler: any TimerHandler) { registry.remove(handler) }
    }
}
