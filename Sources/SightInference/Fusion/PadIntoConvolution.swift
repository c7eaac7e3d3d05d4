import SightModelFile
import SightTensor

/// The fusion of a PAD with the convolution that alone reads it and has no padding itself: the
/// convolution reads the image alone, and treats everything outside as zero.
enum PadIntoConvolution {
    private static let rule = FusionRule.padIntoConvolution

    /// Returns the candidate, as far as the graph alone decides.
    static func candidate(
        _ node: Node, _ graph: Subgraph, _ readers: GraphReaders
    ) -> FusionPlan.Candidate? {
        guard let output = node.outputs.first, let index = readers.onlyReader(of: output) else {
            return .init(rule, node, refusal: "its output has several readers or is visible")
        }
        let reader = graph.nodes[index]
        guard let padding = padding(of: reader) else {
            return .init(rule, node, refusal: "\(reader.code.name) reads it, not a convolution")
        }
        guard reader.inputs.count > 1, reader.inputs[0] == output else {
            return .init(
                rule, node, into: reader, refusal: "the convolution does not read it as its image")
        }
        guard padding == .valid else {
            return .init(rule, node, into: reader, refusal: "the convolution pads by itself")
        }
        return .init(rule, node, into: reader)
    }

    private static func padding(of node: Node) -> PaddingOption? {
        switch node.code {
        case .builtin(.conv2D): (try? Convolution2DOptions(node.options))?.padding
        case .builtin(.depthwiseConv2D):
            (try? Convolution2DOptions(depthwise: node.options))?.padding
        default: nil
        }
    }

    /// Returns the reason why shapes and types prevent the fusion; `nil` if they allow it.
    ///
    /// Each window must overlap the image.
    static func refusal(
        _ input: TensorSpec, _ output: TensorSpec, filter: TensorSpec, before: [Int], after: [Int]
    ) -> String? {
        if let reason = refusal(image: input, padded: output, before: before, after: after) {
            return reason
        }
        guard filter.shape.rank == 4 else { return "the filter \(filter.shape) must have rank 4" }
        guard filter.elementType == input.elementType else {
            return "image of \(input.elementType), filter of \(filter.elementType)"
        }
        guard (1...2).allSatisfy({ max(before[$0], after[$0]) < filter.shape[$0] }) else {
            return "the padding is as wide as the filter \(filter.shape)"
        }
        return nil
    }

    /// Returns the reason why the image needs its border in memory for any reader; `nil` if it does
    /// not.
    static func refusal(
        image: TensorSpec, padded: TensorSpec, before: [Int], after: [Int]
    ) -> String? {
        guard image.shape.rank == 4 else { return "the image \(image.shape) must have rank 4" }
        guard image.constant == nil else { return "the image is a constant" }
        guard !image.isVariable else { return "a node may write the image before it is read" }
        guard [.float32, .uint8, .int8].contains(image.elementType) else {
            return "the image is \(image.elementType)"
        }
        guard image.quantization == padded.quantization else { return "the quantization changes" }
        guard before[0] + after[0] + before[3] + after[3] == 0 else {
            return "images or channels are padded, not only pixels"
        }
        return nil
    }
}
