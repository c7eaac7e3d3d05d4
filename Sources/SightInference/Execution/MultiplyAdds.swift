package import SightModelFile
import SightTensor

/// The multiply-adds of a layer with weights, which should take most of a model's time.
package struct MultiplyAdds: Sendable {
    /// The number of multiply-adds in one run, including those with padding.
    package let count: Int
    /// Whether the factors are 8-bit integers; binary32 otherwise.
    package let isInteger: Bool
}

extension PreparedGraph {
    /// Returns the multiply-adds of a convolution or fully connected layer, including those of
    /// layers that are fused into it; `nil` for other nodes.
    package func multiplyAdds(of node: Node) -> MultiplyAdds? {
        guard !stage.steps.contains(where: { $0.fusedNodes.contains(node.index) }),
            let own = ownMultiplyAdds(of: node)
        else { return nil }
        let step = stage.steps.last { $0.node == node.index }
        let others = (step?.fusedNodes ?? []).compactMap {
            ownMultiplyAdds(of: subgraph.nodes[$0])?.count
        }
        let (count, overflow) = others.reduce(0, +).addingReportingOverflow(own.count)
        return overflow ? nil : MultiplyAdds(count: count, isInteger: own.isInteger)
    }

    private func ownMultiplyAdds(of node: Node) -> MultiplyAdds? {
        guard node.inputs.count > 1, let filter = node.inputs[1], let output = node.outputs.first,
            isKnown(output)
        else { return nil }
        let (weights, results) = (tensors[filter], tensors[output].shape.elementCount)
        let axis: Int
        switch node.code {
        case .builtin(.conv2D), .builtin(.fullyConnected): axis = 0
        case .builtin(.depthwiseConv2D): axis = 3
        default: return nil
        }
        guard weights.shape.dimensions.indices.contains(axis), weights.shape[axis] > 0 else {
            return nil
        }
        // Both factors are checked sizes of tensors, but their product may overflow.
        let (count, overflow) = results.multipliedReportingOverflow(
            by: weights.shape.elementCount / weights.shape[axis])
        return overflow
            ? nil : MultiplyAdds(count: count, isInteger: weights.elementType != .float32)
    }
}
