import SightModelFile
import SightTensor

/// The fusion of a PAD with the MAX_POOL_2D that alone reads it and has no padding itself: the pool
/// reads the image alone, and windows that reach outside also take the zeros there.
///
/// A result of zero may have the other sign if all floats of a window are -0 or the border's 0.
enum PadIntoPool {
    private static let rule = FusionRule.padIntoPool

    /// Returns the candidate, as far as the graph alone decides; `nil` if no pool reads the output.
    static func candidate(
        _ node: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> FusionPlan.Candidate? {
        guard let output = node.outputs.first, let index = readers.onlyReader(of: output),
            graph.nodes[index].code == .builtin(.maxPool2D),
            let options = try? PoolingOptions(graph.nodes[index].options)
        else { return nil }
        let reader = graph.nodes[index]
        return options.padding == .valid
            ? .init(rule, node, into: reader)
            : .init(rule, node, into: reader, refusal: "the pool pads by itself")
    }

    /// Returns the reason why shapes and types prevent the fusion; `nil` if they allow it.
    ///
    /// Each window must overlap the image.
    static func refusal(
        _ input: TensorSpec, _ output: TensorSpec, pool: Node, before: [Int], after: [Int]
    ) -> String? {
        if let reason = PadIntoConvolution.refusal(
            image: input, padded: output, before: before, after: after)
        {
            return reason
        }
        guard let window = (try? PoolingOptions(pool.options))?.window,
            max(before[1], after[1]) < window.height, max(before[2], after[2]) < window.width
        else { return "the padding is as wide as the window" }
        return nil
    }
}
