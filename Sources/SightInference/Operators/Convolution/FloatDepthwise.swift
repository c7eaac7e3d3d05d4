import CSightKernels
import SightModelFile
import SightTensor

/// A depthwise convolution of binary32 with one output channel for each input channel.
struct FloatDepthwise: StripSource, Sendable {
    nonisolated(unsafe) private let kernel: sight_f32_dwconv_function  // a C function
    private let input: TensorSlot
    private let output: TensorSlot
    private let image: ImagePlan
    private let packed: AlignedStorage
    private let range: ClosedRange<Float>
    private let split: BlockSplit

    /// Adds a task that packs the weights `[taps, channels]`.
    ///
    /// `input` is the tensor with the image: the layer's input or a copy.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, range: ClosedRange<Float>, image: ImagePlan, input: TensorSlot,
        threads: Int
    ) throws(ModelError) {
        kernel = sight_f32_dwconv_best(sight_current_tier()).pointee.run
        self.input = input
        output = layer.output.slot
        self.image = image
        let taps = image.kernel.height * image.kernel.width
        self.range = range
        let (weights, bias, channels) = (layer.weights, layer.bias, image.channels)
        let bytes = sight_f32_dwconv_packed_bytes(taps, channels)
        let (packed, isShared) = try layer.node.packedWeights(
            of: Self.self, weights, bias: bias, numbers: [taps, channels], byteCount: bytes)
        self.packed = packed
        if !isShared {
            layer.node.packing.add {
                sight_f32_dwconv_pack(
                    taps, channels, weights.start(of: Float.self), bias?.start(of: Float.self),
                    packed.start)
            }
        }
        split = BlockSplit(
            rows: image.pixelCount, columns: image.channels,
            tile: (1, Int(sight_f32_dwconv_width)), cost: 8 * taps, threads: threads)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        compute(split.block(task), into: memory[output], memory)
    }

    private func compute(
        _ block: sight_block, into output: UnsafeMutableRawPointer, _ memory: borrowing TensorMemory
    ) {
        var job = sight_f32_dwconv_job(
            image: image.image(over: memory[input]), packed: packed.start, output: output,
            output_stride: image.channels * MemoryLayout<Float>.stride,
            minimum: range.lowerBound, maximum: range.upperBound)
        kernel(&job, block)
    }

    // MARK: Strips

    var pixelUnit: Int { image.merged }
    var pixelBytes: Int { image.channels / image.merged * MemoryLayout<Float>.stride }
    var pixelCost: Int {
        image.channels / image.merged * 8 * image.kernel.height * image.kernel.width
    }
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
