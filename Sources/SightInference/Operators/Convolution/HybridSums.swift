import CSightKernels
import SightModelFile
import SightTensor

/// A layer with float inputs and outputs and an int8 filter on the integer kernels.
///
/// The kernels read an activation a as a + 128, so that their sums of (a + 128) w are corrected by
/// (128 + offset) Σw. Padding has the value of the offset and contributes nothing.
struct HybridSums: PlacedProduct, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_igemm_function  // a C function
    private let input: HybridQuantization
    /// The tensor with the window's runs: the quantized input or a copy.
    private let bytes: TensorSlot
    /// A run of padding that is only known at run time.
    private let padding: TensorSlot?
    private let output: TensorSlot
    private let window: WindowPlan
    /// The number of output channels of a group.
    private let groupColumns: Int
    /// The rows of one batch, which have the same scale and offset.
    private let rowsPerBatch: Int
    private let groups: Int
    private let weights: IntegerWeights
    private let scaling: HybridScaling
    private let split: BlockSplit

    /// Adds a task that packs the weights `[N, taps, depth]` int8.
    ///
    /// `scaling` knows the sums of the weights. Without `padding`, the window's own padding is
    /// used; that of ``HybridQuantization`` suits one batch only.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ scaling: HybridScaling, input: HybridQuantization,
        bytes: TensorSlot, padding: TensorSlot?, window: WindowPlan,
        weights: ConstantBytes, rows: Int, groups: Int, threads: Int
    ) throws(ModelError) {
        let best = sight_q8_igemm_best(sight_current_tier()).pointee
        kernel = best.run
        self.input = input
        self.bytes = bytes
        self.padding = padding
        output = layer.output.slot
        self.window = window
        let columns = scaling.channels / groups
        (groupColumns, self.groups) = (columns, groups)
        rowsPerBatch = max(1, rows / max(1, input.batchCount))
        self.scaling = scaling
        self.weights = try IntegerWeights(
            IntegerWeights.Source(
                bytes: weights, zeroPoint: 0, isSigned: true, groups: groups, columns: columns,
                taps: window.tapCount, depth: window.depth, isOneRow: rows == 1),
            order: best.order, layer.node)
        self.weights.pack(
            nil, bias: nil, inputZeroPoint: -128, inputIsSigned: true, layer.node.packing)
        // A task has all groups of its rows, so that their sums can become floats immediately.
        let tileColumns = groups == 1 ? 2 * Int(sight_q8_igemm_width) : scaling.channels
        split = BlockSplit(
            rows: rows, columns: scaling.channels, tile: (best.tile_rows, tileColumns),
            cost: 80 + window.tapCount * window.depth / 2, threads: threads)
    }

    /// Returns the sum of the weights `[channels, …]` int8 of each channel.
    static func weightSums(_ weights: ConstantBytes, channels: Int) -> [Int32] {
        let length = weights.bytes.count / channels
        return (0..<channels).map { channel in
            weights.bytes[(channel * length)..<((channel + 1) * length)].reduce(0) {
                $0 &+ Int32(Int8(bitPattern: $1))
            }
        }
    }

    var taskCount: Int { split.count }
    var columns: Int { scaling.channels }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        compute(
            split.block(task), from: memory[bytes], to: memory[output],
            stride: scaling.channels * MemoryLayout<Float>.stride, memory)
    }

    func compute(
        _ block: sight_block, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
        stride: Int, _ memory: borrowing TensorMemory
    ) {
        let size = MemoryLayout<Float>.stride
        let run = padding.map { UnsafeRawPointer(memory[$0]) }
        var part = block
        part.columns = min(groupColumns, block.columns)
        for group in 0..<groups {
            var job = sight_q8_igemm_job(
                window: window.window(over: input + group * window.depth, padding: run),
                depth: window.depth, packed: nil, parameters: nil, weight_offset: 0,
                input_flip: self.input.isFlipped ? 0 : 0x80,
                output: output + group * groupColumns * size, output_stride: stride,
                requantization: sight_requantization(), sums_only: true)
            weights.set(group, in: &job)
            kernel(&job, part)
        }
        scaling.run(
            output + block.row * stride + block.column * size, stride: stride, block,
            batchRows: rowsPerBatch, of: self.input, memory)
    }
}
