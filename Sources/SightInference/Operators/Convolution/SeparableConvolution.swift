import CSightKernels
import SightModelFile
import SightTensor

/// A layer that mixes the channels of single pixels, which may lie anywhere.
protocol PixelProduct: StripReader {
    /// Pixels that are computed at once: multiples of it waste nothing.
    var tileRows: Int { get }
    /// What a pixel costs, in the units of ``BlockSplit``.
    var pixelCost: Int { get }

    /// What the layer reads, where it does not follow another strip by strip.
    var input: TensorSlot { get }
    /// Output pixels of all batches.
    var pixelCount: Int { get }
    /// Groups of channels.
    var groups: Int { get }
    /// Output channels of a group.
    var columns: Int { get }
    /// How the pixels and channels of a group are shared by tasks.
    var split: BlockSplit { get }

    /// Computes a part of a group's output; the first of all pixels read would lie at `input`.
    func compute(
        _ block: sight_block, group: Int, from input: UnsafeRawPointer,
        _ memory: borrowing TensorMemory)
}

extension PixelProduct {
    var form: OperatorForm { .reader(self) }

    func joined(
        with layer: any StripSource, threads: Int,
        reserve: (_ byteCount: Int) throws(ModelError) -> TensorSlot
    ) throws(ModelError) -> (any PreparedOperator)? {
        try join(layer, threads, reserve)
    }

    private func join(
        _ layer: some StripSource, _ threads: Int,
        _ reserve: (_ byteCount: Int) throws(ModelError) -> TensorSlot
    ) throws(ModelError) -> (any PreparedOperator)? {
        try SeparableConvolution(layer, self, threads: threads, reserve: reserve)
    }

    var taskCount: Int { groups * split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        compute(
            split.block(task % split.count), group: task / split.count, from: memory[input], memory)
    }

    /// Computes pixels of the output; the first of all would lie at `input`.
    ///
    /// - Precondition: the layer reads one pixel for each of its own, and has one group.
    func compute(
        _ pixels: Range<Int>, from input: UnsafeRawPointer, _ memory: borrowing TensorMemory
    ) {
        let block = sight_block(
            row: pixels.lowerBound, rows: pixels.count, column: 0, columns: columns)
        compute(block, group: 0, from: input, memory)
    }
}

/// A depthwise layer and the product that alone reads it, strip by strip: what lies between them
/// stays in a cache, and threads meet once for both.
struct SeparableConvolution<Layer: StripSource, Product: PixelProduct>: PreparedOperator {
    private let layer: Layer
    private let product: Product
    /// One strip for each task.
    private let strips: TensorSlot
    /// Pixels of a strip.
    private let length: Int
    private let split: BlockSplit

    /// Bytes of a strip: what a cache of the second level holds beside the weights.
    private static var stripBytes: Int { 1 << 16 }

    /// Joins two layers.
    ///
    /// - Returns: `nil` where the image has too few pixels to be shared by threads in whole tiles.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init?(
        _ layer: Layer, _ product: Product, threads: Int,
        reserve: (_ byteCount: Int) throws(ModelError) -> TensorSlot
    ) throws(ModelError) {
        let pixelCount = product.pixelCount
        let tile = product.tileRows * layer.pixelUnit
        guard threads == 1 || pixelCount >= 2 * threads * tile else { return nil }
        (self.layer, self.product) = (layer, product)
        split = BlockSplit(
            rows: pixelCount, columns: 1, tile: (tile, 1),
            cost: layer.pixelCost + product.pixelCost, threads: threads)
        let most = max(1, Self.stripBytes / layer.pixelBytes / tile) * tile
        length = min(most, (pixelCount + layer.pixelUnit - 1) / layer.pixelUnit * layer.pixelUnit)
        strips = try reserve(split.count * (length * layer.pixelBytes + 64))
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let block = split.block(task)
        let strip = memory[strips] + task * (length * layer.pixelBytes + 64)
        let end = block.row + block.rows
        for first in stride(from: block.row, to: end, by: length) {
            let pixels = first..<min(first + length, end)
            let start = strip - first * layer.pixelBytes
            layer.compute(pixels, into: start, memory)
            product.compute(pixels, from: UnsafeRawPointer(start), memory)
        }
    }
}
