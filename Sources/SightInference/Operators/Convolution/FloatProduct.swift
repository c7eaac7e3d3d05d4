import CSightKernels
import SightModelFile
import SightTensor

/// A convolution or fully connected layer of binary32 with packed weights.
///
/// With ``FloatPrecision/bfloat16`` its kernel rounds the inputs, and the packed weights are
/// rounded. If most weights are zero, it packs and multiplies only the others.
struct FloatProduct: PixelProduct, PlacedProduct, Sendable {
    nonisolated(unsafe) private let kernel: sight_f32_igemm_function  // a C function
    let input: TensorSlot
    private let output: TensorSlot
    /// The tensor that is added to the sums, and the number of its channels: at most the output's.
    private let addend: (slot: TensorSlot, channels: Int)?
    private let window: WindowPlan
    let groups: Int
    /// The number of output channels of a group.
    let columns: Int
    private let packing: FloatPacking
    /// The packed weights of all groups, one after the other.
    private let packed: AlignedStorage
    private let packedBytes: Int
    private let range: ClosedRange<Float>
    let split: BlockSplit
    private let stripes: ColumnStripes
    let tileRows: Int
    let pixelCount: Int

    /// Adds a task that packs the weights `[N, taps, depth]`.
    ///
    /// `input` is the tensor with the window's runs: the layer's input or a padded copy.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ epilogue: Epilogue, window: WindowPlan,
        weights: ConstantBytes, rows: Int, channels: Int, groups: Int, input: TensorSlot,
        threads: Int
    ) throws(ModelError) {
        packing = FloatPacking(
            layer, weights, window: window, rows: rows, groups: groups,
            columns: channels / groups)
        let best = packing.kernel
        kernel = best.run
        self.input = input
        output = layer.output.slot
        addend = epilogue.addend.map { ($0.slot, $0.shape.elementCount / max(1, rows)) }
        self.window = window
        self.groups = groups
        columns = channels / groups
        packedBytes = packing.byteCount(
            taps: window.tapCount, depth: window.depth, columns: columns)
        range = epilogue.range
        (tileRows, pixelCount) = (best.tile_rows, rows)
        stripes = ColumnStripes(
            columns: columns, bytes: packedBytes, tileRows: best.tile_rows)
        split = BlockSplit(
            rows: rows, columns: columns,
            tile: (best.tile_rows, 2 * Int(sight_f32_igemm_width)),
            cost: 4 * window.tapCount * window.depth, threads: threads)
        let isShared: Bool
        (packed, isShared) = try layer.node.packedWeights(
            of: Self.self, weights, bias: layer.bias,
            numbers: packing.numbers + [groups, columns, window.tapCount, window.depth],
            byteCount: packedBytes * groups)
        if !isShared {
            let product = self
            layer.node.packing.add {
                product.pack(weights, bias: layer.bias)
            }
        }
    }

    private func pack(_ weights: ConstantBytes, bias: ConstantBytes?) {
        let start = weights.start(of: Float.self)
        for group in 0..<groups {
            let first = group * columns
            packing.pack(
                start.map { $0 + first * window.tapCount * window.depth },
                biases: bias?.start(of: Float.self).map { $0 + first },
                taps: window.tapCount, depth: window.depth, columns: columns,
                into: packed.start + group * packedBytes)
        }
    }

    var pixelCost: Int { columns * 4 * window.depth }

    func compute(
        _ block: sight_block, group: Int, from input: UnsafeRawPointer,
        _ memory: borrowing TensorMemory
    ) {
        let size = MemoryLayout<Float>.stride
        let first = group * columns
        let addendChannels = addend?.channels ?? 0
        var job = job(
            group: group, from: input, to: memory[output] + first * size,
            stride: groups * columns * size)
        job.addend = addend.map { UnsafeRawPointer(memory[$0.slot] + first * size) }
        job.addend_columns = min(max(0, addendChannels - first), columns)
        job.addend_stride = addendChannels * size
        stripes.forEach(of: block) { kernel(&job, $0) }
    }

    func compute(
        _ block: sight_block, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer,
        stride: Int, _ memory: borrowing TensorMemory
    ) {
        var job = job(group: 0, from: input, to: output, stride: stride)
        stripes.forEach(of: block) { kernel(&job, $0) }
    }

    private func job(
        group: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, stride: Int
    ) -> sight_f32_igemm_job {
        sight_f32_igemm_job(
            window: window.window(
                over: input + group * window.depth * MemoryLayout<Float>.stride),
            depth: window.depth, packed: packed.start + group * packedBytes, output: output,
            addend: nil, addend_columns: 0, output_stride: stride, addend_stride: 0,
            minimum: range.lowerBound, maximum: range.upperBound)
    }
}
