import CSightKernels
import SightModelFile
import SightTensor

/// Replaces the integer sums of a layer with float outputs and an int8 filter by floats.
struct HybridScaling: Sendable {
    nonisolated(unsafe) private let kernel:  // a C function
        @convention(c) (
            UnsafeMutableRawPointer?, Int, Int, UnsafePointer<sight_sum_scaling>?
        ) -> Void
    /// The sum of the weights of each output channel; `nil` if the sums need no correction.
    private let weightSums: [Int32]?
    private let scales: [Float]
    private let biases: [Float]
    private let range: ClosedRange<Float>

    /// The number of output channels.
    var channels: Int { scales.count }

    /// Reads the bias.
    ///
    /// `scales` has one scale for the filter, or one for each channel. Without `weightSums`, sums
    /// are whole numbers as floats, which need no correction.
    init(
        _ layer: LayerTensors, _ activation: FusedActivation, scales: [Float], channels: Int,
        weightSums: [Int32]? = nil
    ) {
        kernel = sight_row_kernels_best(sight_current_tier()).pointee.scale_sums
        self.weightSums = weightSums
        self.scales = (0..<channels).map { scales[scales.count == 1 ? 0 : $0] }
        let bias = layer.bias?.start(of: Float.self)
        biases = (0..<channels).map { bias?[$0] ?? 0 }
        range = activation.range
    }

    /// Replaces a block of the sums `[rows, channels]` of a quantized input by real numbers.
    ///
    /// A sum becomes `clamp((sum − (128 + offset) × weight sum) × channel's scale × scale + bias)`,
    /// with the offset and the scale of the row's batch. Sums that are floats need no correction.
    ///
    /// - Parameters:
    ///   - sums: the first sum of the block, an integer or a float; all become floats.
    ///   - stride: the number of bytes from a row of sums to the next one.
    ///   - block: the rows, counted over all batches, and the channels.
    ///   - batchRows: the number of rows of each batch, at least 1.
    ///   - input: the quantized input.
    ///   - memory: the memory of the layer's tensors.
    func run(
        _ sums: UnsafeMutableRawPointer, stride: Int, _ block: sight_block, batchRows: Int,
        of input: HybridQuantization, _ memory: borrowing TensorMemory
    ) {
        let offsets = memory.elements(input.offsets, as: Int32.self)
        let inputScales = memory.elements(input.scales, as: Float.self)
        scales.withUnsafeBufferPointer { scales in
            biases.withUnsafeBufferPointer { biases in
                let run = { (weightSums: UnsafePointer<Int32>?) in
                    var scaling = sight_sum_scaling(
                        row_bytes: stride, weight_sums: weightSums.map { $0 + block.column },
                        scales: scales.baseAddress.map { $0 + block.column },
                        biases: biases.baseAddress.map { $0 + block.column },
                        input_scales: inputScales, offsets: offsets, first_row: block.row,
                        batch_rows: batchRows, minimum: range.lowerBound,
                        maximum: range.upperBound)
                    kernel(sums, block.rows, block.columns, &scaling)
                }
                if let weightSums {
                    weightSums.withUnsafeBufferPointer { run($0.baseAddress) }
                } else {
                    run(nil)
                }
            }
        }
    }
}
