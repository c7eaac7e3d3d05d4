import SightModelFile
import SightTensor

/// The fusion of an ADD with the float layer before it: the layer adds the ADD's other operand.
enum SumIntoLayer {
    private static let rule = FusionRule.sumIntoLayer

    /// Returns the fusion that the graph suggests, or `nil` if no layer precedes the ADD.
    static func candidate(
        _ node: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> FusionPlan.Candidate? {
        guard let host = layer(before: node, graph, readers),
            let operand = host.outputs.first(where: { node.inputs.contains($0) })
        else { return nil }
        guard readers.onlyReader(of: operand) != nil else {
            return .init(
                rule, node, into: host,
                refusal: "the layer's output has several readers or is visible"
            )
        }
        guard node.inputs.count == 2, node.outputs.count == 1,
            let other = node.inputs.first(where: { $0 != operand }) ?? nil,
            readers.isWritten(unpadded(other, node, graph, readers), before: host.index)
        else { return .init(rule, node, into: host, refusal: "the other operand comes later") }
        guard (try? ArithmeticOptions(node.options))?.activation.range != nil else {
            return .init(rule, node, into: host, refusal: "its activation is not a clamp")
        }
        return .init(rule, node, into: host)
    }

    /// Returns the layer that computes the last operand of an ADD; `nil` if no layer computes it.
    ///
    /// The other operand exists by then, or the input of the PAD that makes it.
    private static func layer(
        before sum: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> Node? {
        let operands = sum.inputs.compactMap(\.self)
        let writers = operands.map { readers.writer(of: unpadded($0, sum, graph, readers)) }
        guard let last = writers.compactMap(\.self).max(), isLayer(graph.nodes[last]),
            operands.contains(where: { readers.writer(of: $0) == last })
        else { return nil }
        return graph.nodes[last]
    }

    /// Returns the input of the PAD that makes an operand for an ADD alone; other operands
    /// unchanged.
    private static func unpadded(
        _ operand: Int, _ sum: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> Int {
        guard let writer = readers.writer(of: operand), graph.nodes[writer].code == .builtin(.pad),
            readers.onlyReader(of: operand) == sum.index
        else { return operand }
        return graph.nodes[writer].inputs.first.flatMap(\.self) ?? operand
    }

    /// Returns the layer that a sum is fused with, as far as the graph alone decides.
    static func host(of sum: Node, _ graph: Subgraph, _ readers: GraphReaders) -> Node? {
        guard sum.code == .builtin(.add), let candidate = candidate(sum, graph, readers),
            candidate.refusal == nil
        else { return nil }
        return candidate.host.map { graph.nodes[$0] }
    }

    private static func isLayer(_ node: Node) -> Bool {
        [.builtin(.conv2D), .builtin(.depthwiseConv2D), .builtin(.fullyConnected)]
            .contains(node.code)
    }

    /// Returns the reason why shapes and types prevent the fusion; `nil` if they allow it.
    ///
    /// `isPadded` tells whether a PAD that is fused, too, adds the channels that the addend lacks.
    static func refusal(
        addend: TensorSpec, hasBorder: Bool, isPadded: Bool, output: TensorSpec, input: TensorSpec
    ) -> String? {
        guard input.constant == nil else { return "the layer's input is a constant" }
        guard !hasBorder else { return "the other operand's border is not in memory" }
        guard !addend.isVariable else { return "a node may write the other operand before the sum" }
        guard addend.elementType == .float32, isPadded || addend.shape == output.shape else {
            return "the other operand is \(addend.elementType) \(addend.shape), not float32 "
                + "\(output.shape)"
        }
        return nil
    }
}
