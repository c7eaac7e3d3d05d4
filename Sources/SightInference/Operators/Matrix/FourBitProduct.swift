import CSightKernels
import SightModelFile
import SightTensor

/// A fully connected layer with float inputs and outputs and a filter of 4 or 2 bits, which has a
/// scale for each block of neighboring weights.
///
/// The input is quantized at run time, row by row, and the packed weights keep 4 bits, so that a
/// run reads only half a byte for each weight.
struct FourBitProduct: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q4_gemm_function  // a C function
    private let input: HybridQuantization
    private let output: TensorSlot
    private let depth: Int
    private let columns: Int
    /// The number of weights of a column that share a scale.
    private let length: Int
    private let packed: AlignedStorage
    private let range: ClosedRange<Float>
    private let split: BlockSplit

    /// Whether the filter `[N, K]` of a layer has blocks with a scale each that the kernels read.
    static func suitsBlocks(input: TensorSpec, _ filter: TensorSpec) -> Bool {
        guard input.elementType == .float32, PackedIntegers(filter.elementType) != nil,
            let quantization = filter.quantization, let length = quantization.blockLength,
            quantization.hasBlocks(of: filter.shape)
        else { return false }
        return length % Int(sight_q4_gemm_step) == 0 && filter.shape[1] % length == 0
    }

    /// Whether a layer with the filter `[N, K]`, as the file stores it, is computed this way.
    ///
    /// Kernels of 8-bit weights compute layers without blocks faster if they have several rows. A
    /// layer with one row uses each weight once, so that its time is that of reading the weights.
    static func suits(_ filter: TensorSpec, rows: Int) -> Bool {
        guard PackedIntegers(filter.elementType) != nil else { return false }
        if let quantization = filter.quantization, quantization.hasBlocks(of: filter.shape) {
            return true
        }
        return rows == 1 && filter.shape[1] % Int(sight_q4_gemm_step) == 0
    }

    /// Adds a task that packs the weights `[N, K]` int8.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `tooLarge`.
    init(
        _ layer: LayerTensors, _ activation: FusedActivation, rows: Int, isAsymmetric: Bool,
        _ node: Preparation
    ) throws(ModelError) {
        let best = sight_q4_gemm_best(sight_current_tier()).pointee
        kernel = best.run
        let (columns, depth) = (layer.filter.shape[0], layer.filter.shape[1])
        (self.columns, self.depth) = (columns, depth)
        let scales: [Float]
        if let quantization = layer.filter.quantization, let length = quantization.blockLength {
            (scales, self.length) = (quantization.scales, length)
        } else {
            let (shared, _) = try filterScales(layer.filter, columns, 0, node)
            scales = (0..<columns).map { shared[shared.count == 1 ? 0 : $0] }
            length = depth
        }
        input = try HybridQuantization.add(
            layer.input, batchCount: rows, isAsymmetric: isAsymmetric, isFlipped: !best.is_signed,
            node)
        output = layer.output.slot
        range = activation.range
        split = BlockSplit(
            rows: rows, columns: columns,
            tile: (best.tile_rows, 2 * Int(sight_q4_gemm_width)), cost: 80 + depth,
            threads: node.threadCount)
        packed = try node.packedStorage(
            byteCount: sight_q4_gemm_packed_bytes(depth, columns, length))
        let product = self
        node.packing.add { product.pack(layer.weights, scales: scales, bias: layer.bias) }
    }

    private func pack(_ weights: ConstantBytes, scales: [Float], bias: ConstantBytes?) {
        scales.withUnsafeBufferPointer { scales in
            var description = sight_q4_gemm_weights(
                depth: depth, columns: columns, length: length,
                weights: weights.start(of: Int8.self), scales: scales.baseAddress,
                biases: bias?.start(of: Float.self))
            sight_q4_gemm_pack(&description, packed.start)
        }
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        var job = sight_q4_gemm_job(
            input: memory[input.quantized],
            input_scales: memory.elements(input.scales, as: Float.self),
            offsets: memory.elements(input.offsets, as: Int32.self), depth: depth, length: length,
            packed: packed.start, output: memory.elements(output, as: Float.self),
            columns: columns, is_signed: !input.isFlipped, minimum: range.lowerBound,
            maximum: range.upperBound)
        kernel(&job, split.block(task))
    }
}
