import SightModelFile
import SightTensor

/// The fusion of a rectifier with the float layer or arithmetic operator before it, which clamps.
enum RectifierIntoLayer {
    private static let rule = FusionRule.rectifierIntoLayer

    /// Returns the clamp of a rectifier; `nil` for other operators.
    static func activation(_ code: OperatorCode) -> ActivationOption? {
        switch code {
        case .builtin(.relu): .relu
        case .builtin(.relu6): .relu6
        case .builtin(.reluN1To1): .reluN1To1
        default: nil
        }
    }

    /// Returns the candidate, as far as the graph alone decides; `nil` for other nodes.
    static func candidate(
        _ node: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> FusionPlan.Candidate? {
        guard activation(node.code) != nil, node.inputs.count == 1, node.outputs.count == 1,
            let input = node.inputs[0]
        else { return nil }
        guard let writer = readers.writer(of: input) else {
            return .init(rule, node, refusal: "no node computes its input")
        }
        let host = graph.nodes[writer]
        guard clamps(host) else {
            return .init(rule, node, refusal: "\(host.code.name) before it clamps nothing")
        }
        guard readers.onlyReader(of: input) != nil else {
            return .init(
                rule, node, into: host, refusal: "its input has several readers or is visible")
        }
        return .init(rule, node, into: host)
    }

    private static func clamps(_ node: Node) -> Bool {
        switch node.code {
        case .builtin(.conv2D), .builtin(.depthwiseConv2D), .builtin(.fullyConnected),
            .builtin(.transposeConv), .builtin(.conv3D), .builtin(.conv3DTranspose),
            .builtin(.add), .builtin(.sub), .builtin(.mul):
            true
        default: false
        }
    }

    /// Returns the reason why types prevent the fusion; `nil` if they allow it.
    static func refusal(_ output: TensorSpec) -> String? {
        output.elementType == .float32 ? nil : "its output is \(output.elementType), not float32"
    }
}
