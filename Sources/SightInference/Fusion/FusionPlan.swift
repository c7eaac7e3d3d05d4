package import SightModelFile

/// Which nodes of a graph other nodes may do the work of.
///
/// A value made from the graph as the file has it, before any node is prepared. It knows who reads
/// what and the options of nodes. What depends on shapes and types, preparation asks the rule of a
/// candidate, in `GraphPreparation+Fusion.swift` alone.
package struct FusionPlan: Sendable {
    /// A node whose work another node may do.
    package struct Candidate: Sendable {
        package let rule: FusionRule
        /// The node whose work would go.
        package let node: Int
        /// The node that would do it; `nil` where there is none.
        package let host: Int?
        /// Why the graph rules it out; `nil` where shapes and types decide.
        package let refusal: String?

        init(_ rule: FusionRule, _ node: Node, into host: Node) {
            (self.rule, self.node) = (rule, node.index)
            (self.host, refusal) = (host.index, nil)
        }

        init(_ rule: FusionRule, _ node: Node, into host: Node? = nil, refusal: String) {
            (self.rule, self.node) = (rule, node.index)
            (self.host, self.refusal) = (host?.index, refusal)
        }
    }

    /// At most one for a node, in the order of the nodes.
    package let candidates: [Candidate]
    /// Candidates that the graph allows, by the node whose work would go.
    private var byNode: [Int: Candidate] = [:]
    /// The same for sums and rectifiers, by the node that would do the work.
    private var sums: [Int: Candidate] = [:]
    private var rectifiers: [Int: Candidate] = [:]

    /// Looks at every node of a graph.
    ///
    /// `visible`: tensors that callers read or write by themselves, such as outputs.
    package init(_ graph: Subgraph, visible: [Int]) {
        let readers = GraphReaders(graph, visible: visible)
        var candidates: [Candidate] = []
        for node in graph.nodes {
            let candidate =
                switch node.code {
                case .builtin(.pad): PadIntoConvolution.candidate(node, graph, readers)
                case .builtin(.depthwiseConv2D):
                    DepthwiseIntoPointwise.candidate(node, graph, readers)
                case .builtin(.add): SumIntoLayer.candidate(node, graph, readers)
                default: RectifierIntoLayer.candidate(node, graph, readers)
                }
            guard let candidate else { continue }
            candidates.append(candidate)
            guard candidate.refusal == nil, let host = candidate.host else { continue }
            byNode[node.index] = candidate
            if candidate.rule == .sumIntoLayer { sums[host] = candidate }
            if candidate.rule == .rectifierIntoLayer { rectifiers[host] = candidate }
        }
        self.candidates = candidates
    }

    /// The rewrite of a node's work, if the graph allows it.
    func candidate(_ rule: FusionRule, for node: Int) -> Candidate? {
        byNode[node].flatMap { $0.rule == rule ? $0 : nil }
    }

    /// The sum that a layer may add.
    func sum(into host: Int) -> Candidate? { sums[host] }

    /// The rectifier whose clamp a node may do.
    func rectifier(into host: Int) -> Candidate? { rectifiers[host] }
}
