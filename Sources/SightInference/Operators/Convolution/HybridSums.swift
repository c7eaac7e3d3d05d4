import CSightKernels
import SightModelFile
import SightTensor

/// A layer with float inputs and outputs and an int8 filter on the integer kernels: the faster form
/// of ``HybridProduct`` for one batch and one group.
///
/// The kernels read an activation a as a + 128, so that their sums of (a + 128) w are corrected by
/// (128 + offset) Σw. Padding has the value of the offset and contributes nothing.
struct HybridSums: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_igemm_function  // a C function
    nonisolated(unsafe) private let finish:
        @convention(c) (
            UnsafeMutableRawPointer?, Int, Int, UnsafePointer<sight_sum_scaling>?
        ) -> Void
    private let input: HybridQuantization
    private let output: TensorSlot
    private let window: WindowPlan
    private let columns: Int
    private let packed: AlignedStorage
    private let weightOffset: Int32
    /// `[columns]`, one for each output channel: int32, float, float.
    private let weightSums: [Int32]
    private let scales: [Float]
    private let biases: [Float]
    private let range: ClosedRange<Float>
    private let split: BlockSplit

    /// Packs the weights `[N, taps, depth]` int8; `scales` has one scale, or one for each channel.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ activation: FusedActivation, input: HybridQuantization,
        window: WindowPlan, weights: UnsafeRawPointer, scales: [Float], rows: Int, channels: Int,
        threads: Int
    ) throws(ModelError) {
        let best = sight_q8_igemm_best(sight_current_tier()).pointee
        kernel = best.run
        finish = sight_row_kernels_best(sight_current_tier()).pointee.scale_sums
        self.input = input
        output = layer.output.slot
        self.window = window
        columns = channels
        let length = window.tapCount * window.depth
        let zeros = [Int32](repeating: 0, count: channels)
        let packed = try layer.node.storage(
            byteCount: sight_q8_igemm_packed_bytes(
                window.tapCount, window.depth, channels, best.group))
        self.packed = packed
        weightOffset = zeros.withUnsafeBufferPointer { zeros in
            var description = sight_q8_igemm_weights(
                taps: window.tapCount, depth: window.depth, columns: channels,
                group: best.group, weights: weights,
                biases: nil, multipliers: zeros.baseAddress, lefts: zeros.baseAddress,
                rights: zeros.baseAddress, input_zero_point: -128, weight_zero_point: 0,
                input_is_signed: true, weights_are_signed: true)
            return sight_q8_igemm_pack(&description, packed.start)
        }
        let bytes = weights.assumingMemoryBound(to: Int8.self)
        weightSums = (0..<channels).map { channel in
            let column = UnsafeBufferPointer(start: bytes + channel * length, count: length)
            return column.reduce(0) { $0 &+ Int32($1) }
        }
        self.scales = (0..<channels).map { scales[scales.count == 1 ? 0 : $0] }
        let bias = layer.bias?.start(of: Float.self)
        biases = (0..<channels).map { bias?[$0] ?? 0 }
        range = activation.range
        // A task has whole rows, so that its sums can become floats immediately.
        split = BlockSplit(
            rows: rows, columns: channels, tile: (best.tile_rows, channels),
            cost: 80 + length / 2, threads: threads)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let block = split.block(task)
        let target = memory[output]
        var job = sight_q8_igemm_job(
            window: window.window(
                over: memory[input.quantized], padding: memory[input.padding]),
            depth: window.depth, packed: packed.start, weight_offset: weightOffset,
            input_flip: 0x80, output: target,
            output_stride: columns * MemoryLayout<Int32>.stride,
            requantization: sight_requantization(), sums_only: true)
        kernel(&job, block)
        weightSums.withUnsafeBufferPointer { weightSums in
            scales.withUnsafeBufferPointer { scales in
                biases.withUnsafeBufferPointer { biases in
                    let offset = memory.elements(input.offsets, as: Int32.self).pointee
                    var scaling = sight_sum_scaling(
                        weight_sums: weightSums.baseAddress, offset: 128 &+ offset,
                        scales: scales.baseAddress, biases: biases.baseAddress,
                        scale: memory.elements(input.scales, as: Float.self).pointee,
                        minimum: range.lowerBound, maximum: range.upperBound)
                    let start = target + block.row * columns * MemoryLayout<Float>.stride
                    finish(start, block.rows, columns, &scaling)
                }
            }
        }
    }
}
