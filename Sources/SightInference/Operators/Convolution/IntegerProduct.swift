import CSightKernels
import SightModelFile
import SightTensor

/// A convolution or fully connected layer of 8-bit integers with packed weights.
struct IntegerProduct: PixelProduct, PlacedProduct, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_igemm_function  // a C function
    let input: TensorSlot
    private let output: TensorSlot
    private let window: WindowPlan
    /// The number of groups; `columns` is the number of output channels of a group.
    let groups: Int
    let columns: Int
    private let weights: IntegerWeights
    /// The bits that the kernel must flip: 0x80 for int8, 0 for uint8 and for bytes that are
    /// flipped already.
    private let inputFlip: UInt8
    private let requantization: sight_requantization
    let split: BlockSplit
    let tileRows: Int
    let pixelCount: Int

    /// Adds a task that packs the weights `[N, taps, depth]`, in the filter's element type.
    ///
    /// `input` is the tensor with the window's runs: the layer's input or a padded copy.
    /// `isFlipped` tells whether its int8 are stored as uint8, 128 higher.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization, window: WindowPlan,
        weights: ConstantBytes, rows: Int, channels: Int, groups: Int, input: TensorSlot,
        isFlipped: Bool = false, threads: Int
    ) throws(ModelError) {
        let best = sight_q8_igemm_best(requantization.tier).pointee
        kernel = best.run
        self.input = input
        output = layer.output.slot
        self.window = window
        self.groups = groups
        columns = channels / groups
        let isSigned = layer.input.elementType == .int8
        self.weights = try IntegerWeights(
            IntegerWeights.Source(
                bytes: weights, zeroPoint: requantization.weightZeroPoint, isSigned: isSigned,
                groups: groups, columns: columns, taps: window.tapCount, depth: window.depth,
                isOneRow: rows == 1),
            order: best.order, layer.node)
        inputFlip = isSigned && !isFlipped ? 0x80 : 0
        self.requantization = requantization.shared
        (tileRows, pixelCount) = (best.tile_rows, rows)
        split = BlockSplit(
            rows: rows, columns: columns,
            tile: (best.tile_rows, 2 * Int(sight_q8_igemm_width)),
            cost: 40 + window.tapCount * window.depth / 2, threads: threads)
        self.weights.pack(
            requantization, bias: layer.bias, inputZeroPoint: requantization.inputZeroPoint,
            inputIsSigned: isSigned, layer.node.packing)
    }

    var pixelCost: Int { columns * (40 + window.depth / 2) }

    func compute(
        _ block: sight_block, group: Int, from input: UnsafeRawPointer,
        _ memory: borrowing TensorMemory
    ) {
        compute(
            block, group: group, from: input, to: memory[output] + group * columns,
            stride: groups * columns)
    }

    func compute(
        _ block: sight_block, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
        stride: Int, _ memory: borrowing TensorMemory
    ) {
        compute(block, group: 0, from: input, to: output, stride: stride)
    }

    private func compute(
        _ block: sight_block, group: Int, from input: UnsafeRawPointer,
        to output: UnsafeMutableRawPointer, stride: Int
    ) {
        var job = sight_q8_igemm_job(
            window: window.window(over: input + group * window.depth),
            depth: window.depth, packed: nil, parameters: nil, weight_offset: 0,
            input_flip: inputFlip,
            output: output, output_stride: stride, requantization: requantization,
            sums_only: false)
        weights.set(group, in: &job)
        kernel(&job, block)
    }
}
