import SightModelFile
import SightTensor

/// CONV_3D_TRANSPOSE: adds each pixel of a volume, multiplied by a filter, to the output.
///
/// float32. The first input is the output's shape `[N, D, H, W, K]`, the filter is
/// `[d, h, w, K, C]`, the input `[N, D', H', W', C]`, an optional bias `[K]`.
/// ``SpreadProduct`` computes layers with constant weights.
/// - Source: TensorFlow Lite `conv3d_transpose`.
enum Convolution3DTranspose: Operator {
    static let code = OperatorCode.builtin(.conv3DTranspose)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try Convolution3DOptions(options)
        try node.expect(inputs: 3...4)
        let (filter, input) = (try node.input(1), try node.input(2))
        let bias = try node.volumeBias(3, like: input)
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectSameType(input, filter, node.output(0))
        try node.expectRank(input, 5...5)
        try node.expectRank(filter, 5...5)
        let shape = try node.shape(node.integers(0))
        let (channels, depth) = (filter.shape[3], filter.shape[4])
        guard shape.rank == 5, shape[0] == input.shape[0], shape[4] == channels,
            depth == input.shape[4], channels > 0, depth > 0,
            bias.map({ $0.shape.elementCount == channels }) ?? true
        else {
            throw node.fail("filter \(filter.shape) does not take \(input.shape) to \(shape)")
        }
        let volume = try VolumeFilter(
            options, fine: shape, coarse: input.shape, kernel: filter.shape, node)
        let activation = try FusedActivation(options.activation, node)
        let range = node.epilogue(after: activation.range, adds: false).range
        let output = try node.setOutput(0, shape: shape)
        if let layer = try layer(volume, node) { return try layer.prepare(range) }
        return PreparedLoop { _, memory in
            let weights = memory.elements(filter.slot, as: Float.self)
            let target = memory.elements(output.slot, as: Float.self)
            target.update(repeating: 0, count: shape.elementCount)
            for index in 0..<(shape[0] * volume.coarseCount) {
                let (image, pixel) = index.quotientAndRemainder(dividingBy: volume.coarseCount)
                let source = memory.elements(input.slot, as: Float.self) + index * depth
                let volumeTarget = target + image * volume.fineCount * channels
                volume.forEachTap(of: pixel) { cell, fine in
                    for k in 0..<channels {
                        let row = weights + (cell * channels + k) * depth
                        for c in 0..<depth {
                            volumeTarget[fine * channels + k] += source[c] * row[c]
                        }
                    }
                }
            }
            let bias = bias.map { memory.elements($0.slot, as: Float.self) }
            for i in 0..<shape.elementCount {
                let sum = target[i] + (bias?[i % channels] ?? 0)
                target[i] = clamp(sum, range.lowerBound, range.upperBound)
            }
        }
    }

    /// Returns the layer for products; `nil` for an empty input, a dilated filter, weights or a bias
    /// that are not constant, and axes that do not suit products.
    private static func layer(_ volume: VolumeFilter, _ node: Preparation) throws(ModelError)
        -> SpreadLayer?
    {
        let (filter, input) = (try node.input(1), try node.input(2))
        let bias = try node.optionalInput(3)
        let axes = SpreadAxes(
            depth: volume.axes[0].spread, height: volume.axes[1].spread,
            width: volume.axes[2].spread)
        guard filter.constant != nil, bias.map({ $0.constant != nil }) ?? true,
            input.shape.elementCount > 0, volume.axes.allSatisfy({ $0.dilation == 1 }),
            axes.suitProducts
        else { return nil }
        let positions = LayerTensors.Positions(input: 2, filter: 1, bias: 3)
        let (channels, depth) = (filter.shape[3], filter.shape[4])
        return SpreadLayer(
            layer: try LayerTensors(node, at: positions) { $0[3] }, input: input.slot, axes: axes,
            batches: input.shape[0], depth: depth, channels: channels,
            filterStride: (depth, channels * depth), elementSize: MemoryLayout<Float>.stride)
    }
}
