package import SightModelFile
import SightTensor

/// The multiply-adds of a layer or a product of matrices.
///
/// They should take most of a model's time.
package struct MultiplyAdds: Sendable {
    /// The number of multiply-adds in one run, including those with padding.
    package let count: Int
    /// Whether the factors are 8-bit integers; binary32 otherwise.
    package let isInteger: Bool
}

extension PreparedGraph {
    /// Returns the multiply-adds of a convolution, a fully connected layer or BATCH_MATMUL,
    /// including those of layers that are fused into it; `nil` for other nodes.
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
        switch node.code {
        case .builtin(.conv2D), .builtin(.fullyConnected):
            multiplyAdds(for: node.outputs.first, node, filterAxis: 0)
        case .builtin(.depthwiseConv2D):
            multiplyAdds(for: node.outputs.first, node, filterAxis: 3)
        case .builtin(.conv3D): multiplyAdds(for: node.outputs.first, node, filterAxis: 4)
        case .builtin(.transposeConv):
            multiplyAdds(for: node.inputs.dropFirst(2).first ?? nil, node, filterAxis: 3)
        case .builtin(.conv3DTranspose):
            multiplyAdds(for: node.inputs.dropFirst(2).first ?? nil, node, filterAxis: 4)
        case .builtin(.batchMatmul): multiplyAdds(ofMatrices: node)
        default: nil
        }
    }

    /// Returns the multiply-adds of a layer with a filter as its second input.
    ///
    /// Each element of `tensor` takes part in one multiply-add for each weight of its channel.
    /// `filterAxis` is the filter's axis of these channels: the output's, or the input's in
    /// transposed convolutions.
    private func multiplyAdds(
        for tensor: Int?, _ node: Node, filterAxis axis: Int
    ) -> MultiplyAdds? {
        guard node.inputs.count > 1, let filter = node.inputs[1], let tensor else { return nil }
        let weights = tensors[filter]
        guard weights.shape.dimensions.indices.contains(axis), weights.shape[axis] > 0 else {
            return nil
        }
        return multiplyAdds(
            of: weights, node, elements: tensors[tensor].shape.elementCount,
            each: weights.shape.elementCount / weights.shape[axis])
    }

    /// Returns the multiply-adds of BATCH_MATMUL: a row on the left times a column for each output.
    private func multiplyAdds(ofMatrices node: Node) -> MultiplyAdds? {
        guard node.inputs.count == 2, let right = node.inputs[1], let output = node.outputs.first,
            let options = try? BatchMatMulOptions(node.options)
        else { return nil }
        let matrix = tensors[right]
        guard matrix.shape.rank >= 2, matrix.elementType != .int16 else { return nil }
        return multiplyAdds(
            of: matrix, node, elements: tensors[output].shape.elementCount,
            each: matrix.shape[options.isRightTransposed ? -1 : -2])
    }

    /// Returns the product of two numbers of multiply-adds, unless the node's shapes are unknown.
    private func multiplyAdds(
        of factors: TensorSpec, _ node: Node, elements: Int, each: Int
    ) -> MultiplyAdds? {
        guard let output = node.outputs.first, isKnown(output) else { return nil }
        // Both numbers are checked sizes of tensors, but their product may overflow.
        let (count, overflow) = elements.multipliedReportingOverflow(by: each)
        return overflow
            ? nil : MultiplyAdds(count: count, isInteger: factors.elementType != .float32)
    }
}
