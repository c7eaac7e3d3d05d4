import SightModelFile
import SightTensor

/// The fusion of a PAD that adds channels of zeros with the layer before it, if an ADD alone reads
/// it and adds it to the layer's output.
///
/// The layer adds the PAD's input to its first channels, and zero to the others, which makes
/// negative zeros positive.
enum PadIntoSum {
    private static let rule = FusionRule.padIntoSum

    /// Returns the fusion that the graph suggests, or `nil` if no layer before the PAD can add its
    /// input.
    static func candidate(
        _ node: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> FusionPlan.Candidate? {
        guard let output = node.outputs.first, let index = readers.onlyReader(of: output),
            let host = SumIntoLayer.host(of: graph.nodes[index], graph, readers),
            host.index < node.index
        else { return nil }
        return .init(rule, node, into: host)
    }

    /// Returns the reason why shapes and types prevent the fusion; `nil` if they allow it.
    ///
    /// `source` is the PAD's input, and `output` the output of the layer.
    static func refusal(
        _ source: TensorSpec, before: [Int], after: [Int], output: TensorSpec
    ) -> String? {
        guard source.elementType == output.elementType else {
            return "it pads \(source.elementType), the layer computes \(output.elementType)"
        }
        guard before.allSatisfy({ $0 == 0 }), after.dropLast().allSatisfy({ $0 == 0 }) else {
            return "it adds more than last channels"
        }
        let padded = zip(source.shape.dimensions, after).map { $0 + $1 }
        return padded == output.shape.dimensions
            ? nil : "the padded shape is \(padded), that of the layer \(output.shape)"
    }
}
