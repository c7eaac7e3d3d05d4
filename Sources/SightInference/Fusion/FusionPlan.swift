package import SightModelFile

/// The candidates for fusion in a graph.
///
/// The plan is made from the graph in the file, before any node is prepared. It considers the
/// readers of tensors and the options of nodes. Rules that depend on shapes and types are applied
/// during preparation, in `GraphPreparation+Fusion.swift` alone.
package struct FusionPlan: Sendable {
    /// A node that may be fused into another node.
    package struct Candidate: Sendable {
        package let rule: FusionRule
        /// The node that would be fused.
        package let node: Int
        /// The node that it would be fused into; `nil` if there is none.
        package let host: Int?
        /// The reason why the graph prevents the fusion; `nil` if shapes and types decide.
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

    /// At most one candidate for each node, in the order of the nodes.
    package let candidates: [Candidate]
    /// The candidates that the graph allows, by the node that would be fused.
    private var byNode = IndexedValues<Candidate>()
    /// The candidates for sums and for rectifiers, by the node that they would be fused into.
    private var sums = IndexedValues<Candidate>()
    private var rectifiers = IndexedValues<Candidate>()
    /// The candidates for a product of a LOGISTIC and its argument, by the LOGISTIC.
    private var products = IndexedValues<Candidate>()
    /// The candidates for a sum's operand that a PAD makes, by the layer that would add it.
    private var paddedOperands = IndexedValues<Candidate>()
    /// The nodes that one table may replace together with the DEQUANTIZE before them, by the
    /// DEQUANTIZE.
    private var functions = IndexedValues<[Node]>()
    /// The assignments to places of lists, by the CONCATENATION that may do all of their work.
    private var assignments = IndexedValues<ItemIntoList.Assignment>()

    /// Finds the candidates of a graph.
    ///
    /// `visible` are tensors that callers read or write directly, such as outputs.
    package init(_ graph: Subgraph, visible: [Int]) {
        let readers = GraphReaders(graph, visible: visible)
        var candidates: [Candidate] = []
        for node in graph.nodes {
            guard let chain = FunctionsIntoTable.chain(to: node, graph, readers) else { continue }
            for function in chain.dropFirst() {
                byNode[function.index] = Candidate(
                    FunctionsIntoTable.rule, function, into: chain[0])
            }
            functions[chain[0].index] = Array(chain.dropFirst())
        }
        for node in graph.nodes {
            guard let assignment = ItemIntoList.assignment(to: node, graph, readers) else {
                continue
            }
            for slice in assignment.slices {
                byNode[slice.index] = Candidate(ItemIntoList.rule, slice, into: node)
            }
            assignments[node.index] = assignment
        }
        for node in graph.nodes {
            if let candidate = byNode[node.index] {
                candidates.append(candidate)
                continue
            }
            let candidate =
                switch node.code {
                case .builtin(.pad):
                    PadIntoSum.candidate(node, graph, readers)
                        ?? PadIntoPool.candidate(node, graph, readers)
                        ?? PadIntoConvolution.candidate(node, graph, readers)
                case .builtin(.depthwiseConv2D):
                    DepthwiseIntoPointwise.candidate(node, graph, readers)
                case .builtin(.add): SumIntoLayer.candidate(node, graph, readers)
                case .builtin(.mul): ProductIntoLogistic.candidate(node, graph, readers)
                default: RectifierIntoLayer.candidate(node, graph, readers)
                }
            guard let candidate else { continue }
            candidates.append(candidate)
            guard candidate.refusal == nil, let host = candidate.host else { continue }
            byNode[node.index] = candidate
            if candidate.rule == .sumIntoLayer { sums[host] = candidate }
            if candidate.rule == .productIntoLogistic { products[host] = candidate }
            if candidate.rule == .padIntoSum { paddedOperands[host] = candidate }
            if candidate.rule == .rectifierIntoLayer { rectifiers[host] = candidate }
        }
        self.candidates = candidates
    }

    /// Returns the candidate of a node for a rule, if the graph allows it.
    func candidate(_ rule: FusionRule, for node: Int) -> Candidate? {
        byNode[node].flatMap { $0.rule == rule ? $0 : nil }
    }

    /// Returns the sum that may be fused into a layer.
    func sum(into host: Int) -> Candidate? { sums[host] }

    /// Returns the product that may be fused into a LOGISTIC.
    func product(into host: Int) -> Candidate? { products[host] }

    /// Returns the PAD whose input a layer may add in its place.
    func paddedOperand(of host: Int) -> Candidate? { paddedOperands[host] }

    /// Returns the rectifier that may be fused into a node.
    func rectifier(into host: Int) -> Candidate? { rectifiers[host] }

    /// Returns the nodes up to a QUANTIZE that one table may replace together with a DEQUANTIZE.
    func functions(into host: Int) -> [Node]? { functions[host] }

    /// Returns the assignment that a CONCATENATION may do without the SLICEs before it.
    func assignment(to host: Int) -> ItemIntoList.Assignment? { assignments[host] }
}
