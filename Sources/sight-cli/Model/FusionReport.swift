package import SightInference
import SightModelFile

/// All that `sight model inspect --fusion` tells, as data: `--json` is this, encoded.
package struct FusionReport: Encodable, Sendable {
    /// A node whose work another node does, or might have done.
    package struct Entry: Encodable, Sendable {
        /// The rewrite, such as `padIntoConvolution`.
        package let rule: String
        /// The node's index in the main graph.
        package let node: Int
        /// The node's operator and the tensor that it makes.
        package let name: String
        /// The index of the node that does the work, or would have; absent where none could.
        package let host: Int?
        /// The operator of that node and the tensor that it makes.
        package let hostName: String?
        /// Why the node does its own work; absent where it is fused.
        package let reason: String?
    }

    /// The path as the user wrote it.
    package let model: String
    /// Nodes of the main graph.
    package let nodes: Int
    /// Nodes that others do the work of.
    package let fused: [Entry]
    /// Nodes that do their own work, with the reason.
    package let notFused: [Entry]

    /// Looks at a graph that was prepared.
    package init(_ file: LoadedModel, _ graph: PreparedGraph) {
        let names = graph.nodeNames
        let entries = graph.fusions.map { outcome in
            Entry(
                rule: outcome.rule.rawValue, node: outcome.node, name: names[outcome.node],
                host: outcome.host, hostName: outcome.host.map { names[$0] },
                reason: outcome.refusal)
        }
        model = file.path
        nodes = names.count
        fused = entries.filter { $0.reason == nil }
        notFused = entries.filter { $0.reason != nil }
    }

    /// The report for a reader: what is fused into what, then what is not and why.
    package var text: String {
        var table = TextTable([("node", .left), ("is computed by", .left), ("rule", .left)])
        for entry in fused {
            table.add(
                Self.shortened(entry.name), Self.shortened(entry.hostName ?? ""), entry.rule)
        }
        var rest = TextTable([("node", .left), ("rule", .left), ("why not", .left)])
        for entry in notFused {
            rest.add(Self.shortened(entry.name), entry.rule, entry.reason ?? "")
        }
        let head = "\(model)  \(fused.count) of \(nodes) nodes are fused into others"
        return
            ([Console.printable(head) + "\n"]
            + [("FUSED", table.text), ("NOT FUSED", rest.text)].compactMap { title, text in
                text.isEmpty ? nil : "\(title)\n\(text)"
            }).joined(separator: "\n")
    }

    /// A node's name for a table: operator and index are whole, and a tensor's name that would make
    /// the column too wide loses its middle.
    ///
    /// Converters join the names of all layers that they have merged; `--json` has them whole.
    package static func shortened(_ name: String) -> String {
        let (width, leastTail) = (44, 20)
        guard name.count > width else { return name }
        let node = name.prefix { $0 != "\"" }
        let kept = max(width - leastTail - 1, min(node.count + 1, width - 2))
        return name.prefix(kept) + "…" + name.suffix(width - kept - 1)
    }
}
