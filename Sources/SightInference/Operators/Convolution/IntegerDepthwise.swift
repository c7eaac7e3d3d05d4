import CSightKernels
import SightModelFile
import SightTensor

/// A depthwise convolution of 8-bit integers with one output channel for each input channel.
struct IntegerDepthwise: StripSource, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_dwconv_function  // a C function
    private let input: TensorSlot
    private let output: TensorSlot
    private let image: ImagePlan
    private let packed: AlignedStorage
    private let passes: Int
    private let flip: UInt8
    private let requantization: sight_requantization
    private let split: BlockSplit

    /// Adds a task that packs the weights `[height, width, channels]`.
    ///
    /// `input` is the tensor with the image: the layer's input or a copy.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization, image: ImagePlan,
        input: TensorSlot, threads: Int
    ) throws(ModelError) {
        let (height, width) = image.kernel
        kernel = sight_q8_dwconv_best(sight_current_tier(), height, width).pointee.run
        self.input = input
        output = layer.output.slot
        self.image = image
        let isSigned = layer.input.elementType == .int8
        flip = isSigned ? 0x80 : 0
        self.requantization = requantization.shared
        let (weights, bias) = (layer.weights, layer.bias)
        var description = sight_q8_dwconv_weights(
            kernel_height: height, kernel_width: width, channels: image.channels,
            weights: weights.bytes.baseAddress, biases: bias?.start(of: Int32.self),
            multipliers: nil, lefts: nil, rights: nil,
            input_zero_point: requantization.inputZeroPoint,
            weight_zero_point: requantization.weightZeroPoint, input_is_signed: isSigned,
            weights_are_signed: isSigned)
        let passes = sight_q8_dwconv_passes(&description)
        self.passes = passes
        let bytes = sight_q8_dwconv_packed_bytes(height, width, image.channels, passes)
        let packed = try layer.node.packedStorage(byteCount: bytes)
        self.packed = packed
        layer.node.packing.add {
            requantization.withChannels { multipliers, lefts, rights in
                (description.multipliers, description.lefts) = (multipliers, lefts)
                (description.rights, description.biases) = (rights, bias?.start(of: Int32.self))
                description.weights = weights.bytes.baseAddress
                sight_q8_dwconv_pack(&description, passes, packed.start)
            }
        }
        split = BlockSplit(
            rows: image.pixelCount, columns: image.channels,
            tile: (1, Int(sight_q8_dwconv_width)), cost: 24 + 4 * height * width,
            threads: threads)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        compute(split.block(task), into: memory[output], memory)
    }

    private func compute(
        _ block: sight_block, into output: UnsafeMutableRawPointer, _ memory: borrowing TensorMemory
    ) {
        var job = sight_q8_dwconv_job(
            image: image.image(over: memory[input]), packed: packed.start, passes: passes,
            input_flip: flip, output_flip: flip, output: output,
            output_stride: image.channels, requantization: requantization)
        kernel(&job, block)
    }

    // MARK: Strips

    var pixelUnit: Int { image.merged }
    var pixelBytes: Int { image.channels / image.merged }
    var pixelCost: Int { pixelBytes * (24 + 4 * image.kernel.height * image.kernel.width) }
    var source: TensorSlot { input }

    func compute(
        _ pixels: Range<Int>, into output: UnsafeMutableRawPointer, _ memory: borrowing TensorMemory
    ) {
        let block = sight_block(
            row: pixels.lowerBound / image.merged, rows: pixels.count / image.merged, column: 0,
            columns: image.channels)
        compute(block, into: output, memory)
    }
}
