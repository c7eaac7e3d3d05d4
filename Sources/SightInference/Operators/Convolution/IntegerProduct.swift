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
    /// The packed weights of all groups, one after the other.
    private let packed: AlignedStorage
    private let packedBytes: Int
    /// `[groups]` int32: the results of packing.
    private let weightOffsets: AlignedStorage
    private let isSigned: Bool
    /// The bits that the kernel must flip: 0x80 for int8, 0 for uint8 and for bytes that are
    /// flipped already.
    private let inputFlip: UInt8
    private let requantization: sight_requantization
    let split: BlockSplit
    let tileRows: Int
    private let order: sight_q8_igemm_order
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
        packedBytes = sight_q8_igemm_packed_bytes(
            window.tapCount, window.depth, columns, best.order)
        packed = try layer.node.packedStorage(byteCount: packedBytes * groups)
        weightOffsets = try layer.node.storage(byteCount: groups * MemoryLayout<Int32>.stride)
        isSigned = layer.input.elementType == .int8
        inputFlip = isSigned && !isFlipped ? 0x80 : 0
        self.requantization = requantization.shared
        (tileRows, order, pixelCount) = (best.tile_rows, best.order, rows)
        split = BlockSplit(
            rows: rows, columns: columns,
            tile: (best.tile_rows, 2 * Int(sight_q8_igemm_width)),
            cost: 40 + window.tapCount * window.depth / 2, threads: threads)
        let product = self
        layer.node.packing.add {
            product.pack(weights, bias: layer.bias, requantization)
        }
    }

    private func pack(
        _ weights: ConstantBytes, bias: ConstantBytes?, _ requantization: LayerRequantization
    ) {
        guard let start = weights.bytes.baseAddress else { return }
        let offsets = weightOffsets.start.bindMemory(to: Int32.self, capacity: groups)
        requantization.withChannels { multipliers, lefts, rights in
            for group in 0..<groups {
                let first = group * columns
                var description = sight_q8_igemm_weights(
                    taps: window.tapCount, depth: window.depth, columns: columns,
                    order: order,
                    weights: start + first * window.tapCount * window.depth,
                    biases: bias?.start(of: Int32.self).map { $0 + first },
                    multipliers: multipliers + first, lefts: lefts + first,
                    rights: rights + first, input_zero_point: requantization.inputZeroPoint,
                    weight_zero_point: requantization.weightZeroPoint,
                    input_is_signed: isSigned, weights_are_signed: isSigned,
                    one_row: pixelCount == 1)
                offsets[group] = sight_q8_igemm_pack(
                    &description, packed.start + group * packedBytes)
            }
        }
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
            depth: window.depth, packed: packed.start + group * packedBytes,
            weight_offset: weightOffsets.start.load(
                fromByteOffset: group * MemoryLayout<Int32>.stride, as: Int32.self),
            input_flip: inputFlip,
            output: output, output_stride: stride, requantization: requantization,
            sums_only: false)
        kernel(&job, block)
    }
}
