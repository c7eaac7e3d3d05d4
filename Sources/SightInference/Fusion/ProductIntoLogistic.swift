import SightModelFile

/// The fusion of a MUL of a tensor and its LOGISTIC: the LOGISTIC computes `x / (1 + e⁻ˣ)`.
///
/// Converters write this function, which is called swish or SiLU, as these two nodes.
enum ProductIntoLogistic {
    private static let rule = FusionRule.productIntoLogistic

    /// Returns the fusion that the graph suggests, or `nil` if the factors are not a tensor and its
    /// LOGISTIC.
    static func candidate(
        _ node: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> FusionPlan.Candidate? {
        guard node.inputs.count == 2, node.outputs.count == 1, let left = node.inputs[0],
            let right = node.inputs[1],
            let host = logistic(of: left, right, graph, readers)
                ?? logistic(of: right, left, graph, readers)
        else { return nil }
        guard readers.onlyReader(of: host.outputs[0]) != nil else {
            return .init(
                rule, node, into: host,
                refusal: "the LOGISTIC's output has several readers or is visible")
        }
        guard (try? ArithmeticOptions(node.options))?.activation == ActivationOption.none else {
            return .init(rule, node, into: host, refusal: "the product has an activation")
        }
        return .init(rule, node, into: host)
    }

    /// Returns the LOGISTIC that computes a factor from the other one, which nothing changes later.
    private static func logistic(
        of argument: Int, _ factor: Int, _ graph: Subgraph, _ readers: GraphReaders
    ) -> Node? {
        guard let writer = readers.writer(of: factor), !graph.tensors[argument].isVariable,
            graph.nodes[writer].code == .builtin(.logistic),
            graph.nodes[writer].inputs == [argument], graph.nodes[writer].outputs.count == 1
        else { return nil }
        return graph.nodes[writer]
    }
}
