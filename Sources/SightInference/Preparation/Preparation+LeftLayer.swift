import SightModelFile
import SightTensor

/// Depthwise layers that are computed a few pixels at a time by the product after them.
extension Preparation {
    /// Leaves a layer to the pointwise convolution that alone reads output 0.
    ///
    /// - Returns: what remains to be done here.
    func leave(_ layer: any PixelLayer) throws(ModelError) -> any PreparedOperator {
        guard try isReadByPointwise() else { return layer }
        graph.note(of: node.outputs[0]) {
            $0.left = LeftLayer(layer: layer, node: node.index)
            $0.isNowhere = true
        }
        return NoOperation()
    }

    private func isReadByPointwise() throws(ModelError) -> Bool {
        let (input, output) = (try input(0), try output(0))
        guard input.constant == nil, let index = graph.readers.onlyReader(of: node.outputs[0]),
            index > node.index
        else { return false }
        let reader = graph.graph.nodes[index]
        guard reader.code == .builtin(.conv2D), reader.inputs.count > 1,
            reader.inputs[0] == node.outputs[0], let result = reader.outputs.first,
            let filter = reader.inputs[1].map({ graph.spec($0) }), filter.shape.rank == 4,
            filter.shape[1] == 1, filter.shape[2] == 1, filter.shape[3] == output.shape[3],
            [filter.elementType, output.elementType, graph.spec(result).elementType]
                .allSatisfy({ $0 == input.elementType })
        else { return false }
        return try Convolution2DOptions(reader.options).stride == (1, 1)
    }

    /// Joins this node's product with the layer that the node before has left, if one has.
    mutating func takeLeft(before product: some PixelProduct, pixelCount: Int) throws(ModelError)
        -> any PreparedOperator
    {
        guard let tensor = node.inputs[0], let left = graph.entries[tensor].left else {
            return product
        }
        graph.note(of: tensor) { $0.left = nil }
        graph.use(left.layer.source.index)
        graph.takenOver.append(left.node)
        if let joined = try join(left.layer, product, pixelCount) { return joined }
        graph.note(of: tensor) { $0.isNowhere = false }
        addPhase(left.layer)
        return product
    }

    private func join(
        _ layer: some PixelLayer, _ product: some PixelProduct, _ pixelCount: Int
    ) throws(ModelError) -> (any PreparedOperator)? {
        try SeparableConvolution(layer, product, pixelCount: pixelCount, self)
    }
}

/// A layer whose reader is to compute it.
struct LeftLayer: Sendable {
    let layer: any PixelLayer
    let node: Int
}

extension GraphPreparation {
    /// The steps of layers whose readers come in a later stage.
    func stepsLeft() -> [PreparedGraph.Step] {
        var steps: [PreparedGraph.Step] = []
        for tensor in graph.tensors.indices {
            guard let left = entries[tensor].left else { continue }
            note(of: tensor) { ($0.left, $0.isNowhere) = (nil, false) }
            use(left.layer.source.index)
            steps.append(
                PreparedGraph.Step(
                    operation: left.layer, taskCount: left.layer.taskCount, node: left.node))
        }
        return steps
    }
}
