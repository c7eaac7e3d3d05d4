import CSightKernels
import SightModelFile
import SightTensor

/// Quantizes the float input of a layer whose weights are int8.
///
/// A real number is `scale × (integer − offset)`, with one scale and one offset for each batch.
/// Each task quantizes several batches, or a part of the only batch, whose extremes an earlier
/// phase finds.
///
/// - Source: TensorFlow Lite, dynamic-range kernels: `SymmetricQuantizeFloats`,
///   `AsymmetricQuantizeFloats`.
struct HybridQuantization: PreparedOperator {
    let input: TensorSlot
    /// The quantized input: int8, or uint8 that are 128 higher.
    let quantized: TensorSlot
    /// `[batches]` float: the scale of each batch.
    let scales: TensorSlot
    /// `[batches]` int32: the zero point of each batch; zeros if the quantization is symmetric.
    let offsets: TensorSlot
    /// `paddingLength` bytes with the first batch's offset, which represents zero; only layers with
    /// one batch may use it.
    let padding: TensorSlot
    private let paddingLength: Int
    let batchCount: Int
    /// The number of elements of one batch.
    let batchLength: Int
    let isAsymmetric: Bool
    /// The division of the batches, or of the elements of the only batch.
    private let split: TaskSplit
    /// `[tasks, 2]` float: the least and the greatest of zero and the elements of each task, if the
    /// tasks share one batch.
    private let extremes: TensorSlot?
    /// The bits that are flipped in every byte of the results: 0x80 for uint8.
    private let flip: UInt8

    /// The smallest number of elements of a batch that threads share.
    ///
    /// With inputs of 50,000 elements, two threads saved 11 % of a network's time (Zen 4, AVX-512
    /// VNNI); smaller inputs were not measured.
    private static let sharedLength = 1 << 15

    /// Whether the results are uint8.
    var isFlipped: Bool { flip != 0 }

    /// Adds the phase that quantizes an input, unless an earlier layer has added the same one.
    ///
    /// The results are uint8 if `isFlipped`, else int8.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func add(
        _ input: TensorSpec, batchCount: Int, isAsymmetric: Bool, isFlipped: Bool = false,
        paddingLength: Int = 0, _ node: Preparation
    ) throws(ModelError) -> HybridQuantization {
        let parameters = [
            input.shape.elementCount, batchCount, isAsymmetric ? 1 : 0, isFlipped ? 1 : 0,
            paddingLength,
        ]
        return try node.shared(
            input, parameters: parameters,
            results: { [$0.quantized, $0.scales, $0.offsets, $0.padding] }
        ) { () throws(ModelError) in
            try HybridQuantization(
                input, batchCount: batchCount, isAsymmetric: isAsymmetric, isFlipped: isFlipped,
                paddingLength: paddingLength, node)
        }
    }

    /// Reserves the memory for the results.
    private init(
        _ input: TensorSpec, batchCount: Int, isAsymmetric: Bool, isFlipped: Bool,
        paddingLength: Int, _ node: Preparation
    ) throws(ModelError) {
        self.input = input.slot
        self.batchCount = batchCount
        self.isAsymmetric = isAsymmetric
        flip = isFlipped ? 0x80 : 0
        self.paddingLength = paddingLength
        batchLength = batchCount == 0 ? 0 : input.shape.elementCount / batchCount
        let isShared =
            batchCount == 1 && node.threadCount > 1 && batchLength >= Self.sharedLength
        split = isShared ? node.split(batchLength) : node.split(batchCount, cost: batchLength)
        quantized = try node.scratch(byteCount: input.shape.elementCount)
        scales = try node.scratch(byteCount: batchCount * MemoryLayout<Float>.stride)
        offsets = try node.scratch(byteCount: batchCount * MemoryLayout<Int32>.stride)
        padding = try node.scratch(byteCount: paddingLength)
        extremes = isShared ? try Self.addExtremes(of: input.slot, split, node) : nil
    }

    /// Adds the phase that finds the extremes of each task's elements.
    private static func addExtremes(
        of input: TensorSlot, _ split: TaskSplit, _ node: Preparation
    ) throws(ModelError) -> TensorSlot {
        let extremes = try node.scratch(
            byteCount: split.taskCount * 2 * MemoryLayout<Float>.stride)
        node.addPhase(
            PreparedLoop(tasks: split.taskCount) { task, memory in
                let part = split.range(task)
                let target = memory.elements(extremes, as: Float.self) + 2 * task
                sight_row_kernels_best(sight_current_tier()).pointee.extremes(
                    memory.elements(input, as: Float.self) + part.lowerBound, part.count, target,
                    target + 1)
            })
        return extremes
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        if let extremes {
            quantize(
                split.range(task), of: memory.elements(extremes, as: Float.self), memory)
        } else {
            quantizeBatches(split.range(task), memory)
        }
    }

    /// Quantizes some elements of the only batch.
    private func quantize(
        _ part: Range<Int>, of extremes: UnsafePointer<Float>, _ memory: borrowing TensorMemory
    ) {
        var (least, greatest) = (Float(0), Float(0))
        for task in 0..<taskCount {
            least = min(least, extremes[2 * task])
            greatest = max(greatest, extremes[2 * task + 1])
        }
        let quantization = sight_quantization_of_row(least, greatest, isAsymmetric)
        sight_row_kernels_best(sight_current_tier()).pointee.quantize_scaled(
            memory.elements(input, as: Float.self) + part.lowerBound, part.count,
            quantization.factor, Float(quantization.offset), quantization.minimum, flip,
            memory.elements(quantized, as: Int8.self) + part.lowerBound)
        guard part.lowerBound == 0 else { return }
        memory.elements(scales, as: Float.self).pointee = quantization.scale
        memory.elements(offsets, as: Int32.self).pointee = quantization.offset
        fillPadding(offset: quantization.offset, memory)
    }

    private func fillPadding(offset: Int32, _ memory: borrowing TensorMemory) {
        memory[padding].initializeMemory(
            as: UInt8.self, repeating: UInt8(truncatingIfNeeded: offset) ^ flip,
            count: paddingLength)
    }

    private func quantizeBatches(_ batches: Range<Int>, _ memory: borrowing TensorMemory) {
        let first = batches.lowerBound
        let source = memory.elements(input, as: Float.self) + first * batchLength
        let target = memory.elements(quantized, as: Int8.self) + first * batchLength
        let scale = memory.elements(scales, as: Float.self) + first
        let offset = memory.elements(offsets, as: Int32.self) + first
        if isAsymmetric {
            sight_quantize_asymmetric(
                source, batches.count, batchLength, flip, target, scale, offset)
        } else {
            sight_quantize_symmetric(source, batches.count, batchLength, flip, target, scale)
            offset.update(repeating: 0, count: batches.count)
        }
        if batches.first == 0 { fillPadding(offset: offset.pointee, memory) }
    }
}

extension Range<Int> {
    /// Calls `body` for the part of each batch in this range; a batch has `length` elements.
    @inline(__always)
    func forEachBatch(length: Int, _ body: (_ batch: Int, _ part: Range<Int>) -> Void) {
        var first = lowerBound
        while first < upperBound {
            let batch = first / length
            let end = Swift.min(upperBound, (batch + 1) * length)
            body(batch, first..<end)
            first = end
        }
    }
}
