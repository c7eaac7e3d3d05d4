package import SightInference
import SightModelFile

/// The content of `sight model inspect --fusion`, which `--json` prints as JSON.
package struct FusionReport: Encodable, Sendable {
    /// A node that is fused into another one, or might have been.
    package struct Entry: Encodable, Sendable {
        /// The rewrite, such as `padIntoConvolution`.
        package let rule: String
        /// The node's index in the graph.
        package let node: Int
        /// The node's operator, and the name of its output tensor.
        package let name: String
        /// The index of the node that it is fused into, or might have been; `nil` if there is none.
        package let host: Int?
        /// The operator of that node, and the name of its output tensor.
        package let hostName: String?
        /// The reason why the node is not fused; `nil` if it is.
        package let reason: String?
    }

    /// The path as the user wrote it.
    package let model: String
    /// The number of nodes of the graph.
    package let nodes: Int
    /// The nodes that are fused into others.
    package let fused: [Entry]
    /// The candidates that are not fused, with the reasons.
    package let notFused: [Entry]

    /// Creates the report of a prepared graph.
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

    /// The report as text: the fused nodes, then the other candidates with the reasons.
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

    /// Shortens a node's name for a table: operator and index are kept, and a long tensor's name
    /// loses its middle.
    ///
    /// Converters join the names of all layers that they have merged; `--json` has the full names.
    package static func shortened(_ name: String) -> String {
        let (width, leastTail) = (44, 20)
        guard name.count > width else { return name }
        let node = name.prefix { $0 != "\"" }
        let kept = max(width - leastTail - 1, min(node.count + 1, width - 2))
        return name.prefix(kept) + "…" + name.suffix(width - kept - 1)
    }
}
