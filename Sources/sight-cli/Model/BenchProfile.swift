import Foundation

/// Where the time of a run goes.
package struct BenchProfile: Encodable, Sendable {
    /// A node.
    package struct Entry: Encodable, Sendable {
        /// `CONV_2D #14 "conv_3"`.
        package let name: String
        package let operatorName: String
        /// Mean of the profiled runs.
        package let milliseconds: Double
        /// Of a convolution or fully connected layer: billions of multiply-adds in a second.
        package let gigaMultiplyAddsPerSecond: Double?
        /// The share of what the threads' cores compute at best, measured on one of them.
        package let peakShare: Double?
    }

    /// All nodes of one kind.
    package struct Kind: Encodable, Sendable {
        package let operatorName: String
        package let count: Int
        /// Sum over the nodes.
        package let milliseconds: Double
    }

    /// Kinds of operators, slowest first.
    package let operators: [Kind]
    /// Nodes in the order they run.
    package let nodes: [Entry]

    /// Sums nodes up.
    init(nodes: [Entry]) {
        self.nodes = nodes
        operators = Dictionary(grouping: nodes, by: \.operatorName)
            .map { name, nodes in
                Kind(
                    operatorName: name, count: nodes.count,
                    milliseconds: nodes.reduce(0) { $0 + $1.milliseconds })
            }
            .sorted { ($1.milliseconds, $0.operatorName) < ($0.milliseconds, $1.operatorName) }
    }

    private func share(_ milliseconds: Double) -> Double {
        let total = nodes.reduce(0) { $0 + $1.milliseconds }
        return total > 0 ? milliseconds / total : 0
    }

    /// A table of kinds with bars, then one of nodes.
    var text: String {
        var kinds = TextTable([
            ("count", .right), ("operator", .left), ("time", .right), ("share", .right),
            ("", .left),
        ])
        for kind in operators {
            let share = share(kind.milliseconds)
            kinds.add(
                String(kind.count), kind.operatorName, kind.milliseconds.asMilliseconds,
                share.asShare, String(repeating: "█", count: Int((share * 40).rounded())))
        }
        var table = TextTable([
            ("time", .right), ("share", .right), ("GMAC/s", .right), ("of peak", .right),
            ("node", .left),
        ])
        for node in nodes {
            table.add(
                node.milliseconds.asMilliseconds, share(node.milliseconds).asShare,
                node.gigaMultiplyAddsPerSecond.map { String(format: "%.1f", $0) } ?? "",
                node.peakShare?.asShare ?? "", node.name)
        }
        return "\(kinds.text)\n\(table.text)"
    }

    /// The kinds of operators, slowest on top.
    func chart(of result: BenchResult) -> BarChart {
        func bar(_ label: String, _ milliseconds: Double) -> BarChart.Bar {
            BarChart.Bar(
                label: label, value: milliseconds,
                caption: "\(milliseconds.asMilliseconds)  \(share(milliseconds).asShare)")
        }
        let kinds = operators.map { bar("\($0.operatorName) ×\($0.count)", $0.milliseconds) }
        return BarChart(
            title: "Time by operator: \(result.model)",
            subtitle: "median \(result.medianMilliseconds.asMilliseconds), "
                + "\(result.threads) threads, \(result.tier)",
            bars: kinds)
    }
}
