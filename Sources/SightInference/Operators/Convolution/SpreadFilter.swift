import SightModelFile
import SightTensor

/// The geometry of TRANSPOSE_CONV: the output pixel for each input pixel and filter tap.
struct SpreadFilter: Sendable {
    let input: TensorSpec
    let filter: TensorSpec
    let bias: TensorSpec?
    let output: TensorSpec
    /// The number of input channels.
    let depth: Int
    private let stride: (y: Int, x: Int)
    private let padding: (y: Int, x: Int)

    /// The number of weights from one output channel to the next.
    var filterStride: Int { filter.shape[1] * filter.shape[2] * depth }

    init(_ options: TransposeConvolutionOptions, _ node: Preparation) throws(ModelError) {
        try node.expect(inputs: 3...4)
        (filter, input) = (try node.input(1), try node.input(2))
        bias = try node.optionalInput(3)
        try node.expectSameType(input, node.output(0))
        try node.expectRank(input, 4...4)
        try node.expectRank(filter, 4...4)
        let shape = try node.shape(node.integers(0))
        guard shape.rank == 4, shape[0] == input.shape[0], filter.shape[3] == input.shape[3],
            filter.shape[0] == shape[3], filter.shape.elementCount > 0
        else {
            throw node.fail("filter \(filter.shape) does not take \(input.shape) to \(shape)")
        }
        if let bias, bias.shape.elementCount != shape[3] {
            throw node.fail("bias \(bias.shape) does not fit \(shape[3]) channels")
        }
        depth = input.shape[3]
        let padding = options.padding
        stride = (options.stride.height, options.stride.width)
        guard stride.y > 0, stride.x > 0, padding.isKnown else {
            throw node.fail("strides \(stride.y)×\(stride.x), padding \(padding.rawValue)")
        }
        // The padding is that of the convolution that this one transposes.
        let before = { (extent: Int, size: Int, stride: Int) -> Int in
            let isSame = padding == .same
            let count = isSame ? (extent - 1) / stride + 1 : (extent - size) / stride + 1
            return max(0, (count - 1) * stride + size - extent) / 2
        }
        guard shape[1] > 0, shape[2] > 0 else { throw node.fail("output \(shape) is empty") }
        self.padding = (
            before(shape[1], filter.shape[1], stride.y),
            before(shape[2], filter.shape[2], stride.x)
        )
        output = try node.setOutput(0, shape: shape)
    }

    /// Calls `body` with the offsets of an input pixel, a filter tap and an output pixel.
    @inline(__always)
    func forEachTap(_ body: (_ pixel: Int, _ tap: Int, _ target: Int) -> Void) {
        let (height, width) = (input.shape[1], input.shape[2])
        let (rows, columns) = (output.shape[1], output.shape[2])
        for image in 0..<input.shape[0] {
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = ((image * height + y) * width + x) * depth
                    for ky in 0..<filter.shape[1] {
                        let row = y * stride.y - padding.y + ky
                        guard (0..<rows).contains(row) else { continue }
                        for kx in 0..<filter.shape[2] {
                            let column = x * stride.x - padding.x + kx
                            guard (0..<columns).contains(column) else { continue }
                            body(
                                pixel, (ky * filter.shape[2] + kx) * depth,
                                ((image * rows + row) * columns + column) * output.shape[3])
                        }
                    }
                }
            }
        }
    }
}
