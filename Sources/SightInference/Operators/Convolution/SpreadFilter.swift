import SightModelFile
import SightTensor

/// The geometry of a transposed convolution of images: the output pixel for each input pixel and
/// filter tap.
struct SpreadFilter: Sendable {
    let input: TensorSpec
    let filter: TensorSpec
    let bias: TensorSpec?
    let output: TensorSpec
    /// The number of input channels.
    let depth: Int
    private let axes: SpreadAxes
    private let positions: LayerTensors.Positions

    /// The number of weights from one output channel to the next.
    var filterStride: Int { filter.shape[1] * filter.shape[2] * depth }

    /// Reads a node of TRANSPOSE_CONV, whose first input is the output's shape.
    init(_ options: TransposeConvolutionOptions, _ node: Preparation) throws(ModelError) {
        try node.expect(inputs: 3...4)
        let padding = options.padding
        guard padding.isKnown else { throw node.fail("padding \(padding.rawValue)") }
        let shape = try node.shape(node.integers(0))
        guard shape.rank == 4, shape[1] > 0, shape[2] > 0 else {
            throw node.fail("output \(shape) has no pixels")
        }
        // The padding is that of the convolution that this one transposes.
        let cut = { (extent: Int, size: Int, stride: Int) -> Int in
            WindowPlacement(
                extent: extent, reach: size, stride: stride, isSame: padding == .same
            ).padding
        }
        try self.init(
            node, LayerTensors.Positions(input: 2, filter: 1, bias: 3), stride: options.stride
        ) { axis, _, size, stride in
            (shape[axis], cut(shape[axis], size, stride))
        }
        guard shape == output.shape else {
            throw node.fail("filter \(filter.shape) does not take \(input.shape) to \(shape)")
        }
    }

    /// Reads a node whose output's shape follows from that of the input.
    ///
    /// An axis has `(input - 1) * stride + filter` outputs. With `isSame`, which means SAME
    /// padding, it has at most `(input - 1) * stride + (input - 1) % stride + 1`, and half of the
    /// outputs that are cut off lie before the first one that is left.
    init(
        isSame: Bool, stride: (height: Int, width: Int), _ node: Preparation
    ) throws(ModelError) {
        try node.expect(inputs: 3...3)
        try self.init(node, LayerTensors.Positions(), stride: stride) { _, input, size, stride in
            let last = (input - 1) % stride
            let cut = isSame ? max(0, size - last - 1) : 0
            return ((input - 1) * stride + size - cut, cut / 2)
        }
    }

    /// Reads the tensors; `place` returns an axis' output extent, and how many outputs are cut off
    /// before it, for the axis, its input extent, its filter extent and its stride.
    private init(
        _ node: Preparation, _ positions: LayerTensors.Positions,
        stride: (height: Int, width: Int),
        _ place: (_ axis: Int, _ input: Int, _ size: Int, _ stride: Int) -> (
            extent: Int, cut: Int
        )
    ) throws(ModelError) {
        self.positions = positions
        (filter, input) = (try node.input(positions.filter), try node.input(positions.input))
        bias = try node.optionalInput(positions.bias)
        try node.expectSameType(input, node.output(0))
        try node.expectRank(input, 4...4)
        try node.expectRank(filter, 4...4)
        guard filter.shape[3] == input.shape[3], filter.shape.elementCount > 0 else {
            throw node.fail("filter \(filter.shape) does not take \(input.shape)")
        }
        let channels = filter.shape[0]
        if let bias, bias.shape.elementCount != channels {
            throw node.fail("bias \(bias.shape) does not fit \(channels) channels")
        }
        depth = input.shape[3]
        guard stride.height > 0, stride.width > 0 else {
            throw node.fail("strides \(stride.height)×\(stride.width)")
        }
        let (image, kernel) = (input.shape, filter.shape)
        func axis(_ axis: Int, _ stride: Int) -> SpreadAxis {
            let (extent, cut) = place(axis, image[axis], kernel[axis], stride)
            return SpreadAxis(
                input: image[axis], output: extent, kernel: kernel[axis], stride: stride,
                padding: cut)
        }
        axes = SpreadAxes(height: axis(1, stride.height), width: axis(2, stride.width))
        output = try node.setOutput(
            0, shape: node.shape([image[0], axes.height.output, axes.width.output, channels]))
    }

    /// Returns the layer for products; `nil` if it has weights that are not constant, or outputs
    /// that no cell of the filter reaches.
    func layer(_ node: Preparation) throws(ModelError) -> SpreadLayer? {
        guard filter.constant != nil, bias.map({ $0.constant != nil }) ?? true, axes.suitProducts,
            input.shape.elementCount > 0
        else { return nil }
        return SpreadLayer(
            layer: try tensors(node), input: input.slot, axes: axes,
            batches: input.shape[0], depth: depth, channels: output.shape[3],
            filterStride: (filterStride, depth), elementSize: input.elementType.byteWidth ?? 1)
    }

    /// Returns the tensors of a layer whose weights and bias are known before the layer runs.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    func tensors(_ node: Preparation) throws(ModelError) -> LayerTensors {
        try LayerTensors(node, at: positions) { $0[0] }
    }

    /// Calls `body` with the offsets of an input pixel, a filter tap and an output pixel.
    @inline(__always)
    func forEachTap(_ body: (_ pixel: Int, _ tap: Int, _ target: Int) -> Void) {
        let (height, width) = (axes.height, axes.width)
        for image in 0..<input.shape[0] {
            for y in 0..<height.input {
                for x in 0..<width.input {
                    let pixel = ((image * height.input + y) * width.input + x) * depth
                    for ky in 0..<height.kernel {
                        let row = y * height.stride - height.padding + ky
                        guard (0..<height.output).contains(row) else { continue }
                        for kx in 0..<width.kernel {
                            let column = x * width.stride - width.padding + kx
                            guard (0..<width.output).contains(column) else { continue }
                            let target = (image * height.output + row) * width.output + column
                            body(
                                pixel, (ky * width.kernel + kx) * depth,
                                target * output.shape[3])
                        }
                    }
                }
            }
        }
    }
}
