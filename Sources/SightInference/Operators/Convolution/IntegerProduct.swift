import CSightKernels
import SightTensor

/// A convolution or fully connected layer of 8-bit integers, its weights packed.
struct IntegerProduct: PreparedOperator, @unchecked Sendable {  // immutable; C kernels
    private let kernel: sight_q8_igemm_function
    private let input: TensorSlot
    private let output: TensorSlot
    private let window: WindowPlan
    /// Input channels, and output channels, of a group.
    private let groups: Int
    private let columns: Int
    /// Packed weights of all groups, one after the other.
    private let packed: AlignedStorage
    private let packedBytes: Int
    private let weightOffsets: [Int32]
    private let isSigned: Bool
    private let requantization: sight_requantization
    private let split: BlockSplit

    /// Packs the weights `[N, taps, depth]` in the filter's element type.
    ///
    /// `input` is where the window's runs are; the layer's input or a padded copy.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization, window: WindowPlan,
        weights: UnsafeRawPointer, rows: Int, channels: Int, groups: Int, input: TensorSlot,
        threads: Int
    ) {
        let best = sight_q8_igemm_best(requantization.tier).pointee
        kernel = best.run
        self.input = input
        output = layer.output.slot
        self.window = window
        self.groups = groups
        let columns = channels / groups
        self.columns = columns
        let bytes = sight_q8_igemm_packed_bytes(window.tapCount, window.depth, columns)
        packedBytes = bytes
        let packed = AlignedStorage(byteCount: bytes * groups)
        self.packed = packed
        isSigned = layer.input.elementType == .int8
        self.requantization = requantization.shared
        let isSigned = isSigned
        weightOffsets = (0..<groups).map { group in
            requantization.multipliers.withUnsafeBufferPointer { multipliers in
                requantization.lefts.withUnsafeBufferPointer { lefts in
                    requantization.rights.withUnsafeBufferPointer { rights in
                        let first = group * columns
                        var description = sight_q8_igemm_weights(
                            taps: window.tapCount, depth: window.depth, columns: columns,
                            weights: weights + first * window.tapCount * window.depth,
                            biases: layer.bias.map {
                                $0.assumingMemoryBound(to: Int32.self) + first
                            },
                            multipliers: multipliers.baseAddress.map { $0 + first },
                            lefts: lefts.baseAddress.map { $0 + first },
                            rights: rights.baseAddress.map { $0 + first },
                            input_zero_point: requantization.inputZeroPoint,
                            weight_zero_point: requantization.weightZeroPoint,
                            input_is_signed: isSigned, weights_are_signed: isSigned)
                        return sight_q8_igemm_pack(&description, packed.start + group * bytes)
                    }
                }
            }
        }
        split = BlockSplit(
            rows: rows, columns: columns,
            tile: (best.tile_rows, 2 * Int(sight_q8_igemm_width)),
            cost: 40 + window.tapCount * window.depth / 2, threads: threads)
    }

    var taskCount: Int { groups * split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let group = task / split.count
        var job = sight_q8_igemm_job(
            window: window.window(over: memory[input] + group * window.depth),
            depth: window.depth, packed: packed.start + group * packedBytes,
            weight_offset: weightOffsets[group], input_flip: isSigned ? 0x80 : 0,
            output: memory[output] + group * columns, output_stride: groups * columns,
            requantization: requantization, sums_only: false)
        kernel(&job, split.block(task % split.count))
    }
}
