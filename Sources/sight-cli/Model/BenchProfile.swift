import Foundation

/// The time that each part of a run takes.
package struct BenchProfile: Encodable, Sendable {
    /// The time of one node.
    package struct Entry: Encodable, Sendable {
        /// The node's name, such as `CONV_2D #14 "conv_3"`.
        package let name: String
        package let operatorName: String
        /// The mean time over the profiled runs.
        package let milliseconds: Double
        /// Billions of multiply-adds per second, for a convolution or fully connected layer.
        package let gigaMultiplyAddsPerSecond: Double?
        /// The fraction of the peak rate of the threads' cores, which is measured on one core.
        package let peakShare: Double?
        /// The index of the node that computes this one, too; `nil` if it is not fused.
        package let host: Int?
        /// The name of that node.
        package let fusedInto: String?
    }

    /// The time of all nodes of one kind.
    package struct Kind: Encodable, Sendable {
        package let operatorName: String
        package let count: Int
        /// The number of those that other nodes compute, too.
        package let fused: Int
        /// The sum of the nodes' times.
        package let milliseconds: Double
    }

    /// The kinds of operators, slowest first.
    package let operators: [Kind]
    /// The nodes in the order in which they run.
    package let nodes: [Entry]

    /// Sums up the times of the nodes.
    init(nodes: [Entry]) {
        self.nodes = nodes
        operators = Dictionary(grouping: nodes, by: \.operatorName)
            .map { name, nodes in
                Kind(
                    operatorName: name, count: nodes.count,
                    fused: nodes.count { $0.fusedInto != nil },
                    milliseconds: nodes.reduce(0) { $0 + $1.milliseconds }.significant)
            }
            .sorted { ($1.milliseconds, $0.operatorName) < ($0.milliseconds, $1.operatorName) }
    }

    private func share(_ milliseconds: Double) -> Double {
        let total = nodes.reduce(0) { $0 + $1.milliseconds }
        return total > 0 ? milliseconds / total : 0
    }

    /// Tables of the kinds, with bars, and of the nodes.
    var text: String {
        var kinds = TextTable([
            ("count", .right), ("fused", .right), ("operator", .left), ("time", .right),
            ("share", .right), ("", .left),
        ])
        for kind in operators {
            let share = share(kind.milliseconds)
            let isFused = kind.fused == kind.count
            kinds.add(
                String(kind.count), kind.fused == 0 ? "" : String(kind.fused), kind.operatorName,
                isFused ? "" : kind.milliseconds.asMilliseconds, isFused ? "" : share.asShare,
                String(repeating: "█", count: Int((share * 40).rounded())))
        }
        var table = TextTable([
            ("time", .right), ("share", .right), ("GMAC/s", .right), ("of peak", .right),
            ("node", .left),
        ])
        for node in nodes {
            if let host = node.host {
                table.add("in #\(host)", "", "", "", node.name)
                continue
            }
            table.add(
                node.milliseconds.asMilliseconds, share(node.milliseconds).asShare,
                node.gigaMultiplyAddsPerSecond.map { String(format: "%.1f", $0) } ?? "",
                node.peakShare?.asShare ?? "", node.name)
        }
        return "\(kinds.text)\n\(table.text)"
    }

    /// Returns a chart of the kinds of operators, slowest on top.
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
