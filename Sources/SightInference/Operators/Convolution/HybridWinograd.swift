import CSightKernels
import SightModelFile
import SightTensor

/// A convolution with float inputs and outputs, an int8 filter of 3 × 3 and stride 1 that computes
/// tiles of 4 × 4 output pixels from fewer products.
///
/// The sums are exact, so the results are those of ``HybridSums`` to the bit. A task computes the
/// sums of some rows of tiles and converts them to floats while a cache has them.
struct HybridWinograd: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_winograd_function  // a C function
    private let input: HybridQuantization
    private let output: TensorSlot
    private let image: ImagePlan
    /// The pixel that stands for padding; `nil` if the value of padding is known before a run.
    private let padding: TensorSlot?
    private let packed: AlignedStorage
    private let scaling: HybridScaling
    /// The number of rows and columns of output pixels.
    private let height, width: Int
    /// The number of rows of tiles whose sums stay in a cache.
    private let rowsAtOnce: Int
    /// The rows of tiles.
    private let split: BlockSplit

    /// The bytes of sums that stay in the second-level cache beside the packed filters.
    private static let cachedBytes = 1 << 17

    /// Returns the operator if a layer with one batch and one group is faster this way, and exact.
    ///
    /// The weights are `[channels, 3, 3, depth]`. The padding has the input's offset.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func prepare(
        _ layer: LayerTensors, _ scaling: HybridScaling, _ geometry: ConvolutionGeometry,
        weights: ConstantBytes, isAsymmetric: Bool, _ tier: sight_tier
    ) throws(ModelError) -> HybridWinograd? {
        var description = sight_q8_winograd_weights()
        (description.channels, description.columns) = (geometry.channels, scaling.channels)
        description.weights = weights.bytes.baseAddress
        description.is_signed = true
        guard geometry.batches == 1, tier.readsUnsignedBytes,
            let kernel = WinogradProduct.kernel(for: description, geometry, tier: tier)
        else { return nil }
        return try HybridWinograd(
            layer, scaling, geometry, kernel: kernel, weights: weights, isAsymmetric: isAsymmetric)
    }

    /// Adds a task that packs the weights, which fit.
    private init(
        _ layer: LayerTensors, _ scaling: HybridScaling, _ geometry: ConvolutionGeometry,
        kernel: sight_q8_winograd_kernel, weights: ConstantBytes, isAsymmetric: Bool
    ) throws(ModelError) {
        let node = layer.node
        let channels = geometry.channels
        let padsAtRunTime = isAsymmetric && geometry.hasPadding
        self.kernel = kernel.run
        self.scaling = scaling
        input = try HybridQuantization.add(
            layer.input, batchCount: 1, isAsymmetric: isAsymmetric, isFlipped: true,
            paddingLength: padsAtRunTime ? channels : 0, node)
        output = layer.output.slot
        // An integer of zero is 128 as uint8.
        image = try ImagePlan(geometry, elementSize: 1, zero: 0x80, node)
        padding = padsAtRunTime ? input.padding : nil
        let columns = scaling.channels
        let (packed, isShared) = try node.packedWeights(
            of: Self.self, weights, numbers: [channels, columns],
            byteCount: sight_q8_winograd_packed_bytes(channels, columns))
        self.packed = packed
        if !isShared {
            node.packing.add {
                var description = sight_q8_winograd_weights(
                    channels: channels, columns: columns, weights: weights.bytes.baseAddress,
                    biases: nil, multipliers: nil, rights: nil, input_zero_point: 0,
                    weight_zero_point: 0, is_signed: true)
                sight_q8_winograd_pack(&description, packed.start)
            }
        }
        (height, width) = (geometry.height.output, geometry.width.output)
        let side = Int(sight_q8_winograd_side)
        let sumBytes = side * width * columns * MemoryLayout<Float>.stride
        rowsAtOnce = max(1, Self.cachedBytes / sumBytes)
        split = BlockSplit(
            rows: WinogradProduct.tiles(along: height), columns: columns, tile: (1, columns),
            cost: WinogradProduct.tiles(along: width) * (700 + 18 * channels),
            threads: node.threadCount)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let side = Int(sight_q8_winograd_side), tiles = WinogradProduct.tiles(along: width)
        let stride = scaling.channels * MemoryLayout<Float>.stride
        var job = sight_q8_winograd_job(
            image: image.image(over: memory[input.quantized]), packed: packed.start,
            is_signed: false, output: memory[output], output_stride: stride,
            requantization: sight_requantization(), sums_only: true)
        if let padding { job.image.padding = UnsafeRawPointer(memory[padding]) }
        let block = split.block(task)
        let end = block.row + block.rows
        for row in Swift.stride(from: block.row, to: end, by: rowsAtOnce) {
            let next = min(row + rowsAtOnce, end)
            kernel(
                &job,
                sight_block(
                    row: row * tiles, rows: (next - row) * tiles, column: 0,
                    columns: scaling.channels))
            let pixels = (row * side * width)..<(min(next * side, height) * width)
            scaling.run(
                memory[output] + pixels.lowerBound * stride, stride: stride,
                sight_block(
                    row: pixels.lowerBound, rows: pixels.count, column: 0,
                    columns: scaling.channels),
                batchRows: height * width, of: input, memory)
        }
    }
}
