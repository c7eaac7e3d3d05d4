import CSightKernels
import SightModelFile
import SightTensor

/// A layer that mixes the channels of single pixels, whose inputs may be anywhere in memory.
protocol PixelProduct: StripReader {
    /// The number of pixels that are computed at once; multiples of it waste no work.
    var tileRows: Int { get }
    /// The cost of a pixel, in the units of ``BlockSplit``.
    var pixelCost: Int { get }

    /// The tensor that the layer reads if it is not fused with a ``StripSource``.
    var input: TensorSlot { get }
    /// The number of output pixels of all batches.
    var pixelCount: Int { get }
    /// The number of groups of channels.
    var groups: Int { get }
    /// The number of output channels of a group.
    var columns: Int { get }
    /// The division of a group's pixels and channels into tasks.
    var split: BlockSplit { get }

    /// Computes a part of a group's output; `input` is the address where input pixel 0 would be.
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

    /// Computes output pixels; `input` is the address where input pixel 0 would be.
    ///
    /// - Precondition: each output pixel depends on one input pixel, and there is one group.
    func compute(
        _ pixels: Range<Int>, from input: UnsafeRawPointer, _ memory: borrowing TensorMemory
    ) {
        let block = sight_block(
            row: pixels.lowerBound, rows: pixels.count, column: 0, columns: columns)
        compute(block, group: 0, from: input, memory)
    }
}

/// A depthwise layer and the product that alone reads it, computed in strips: the pixels between
/// them stay in a cache, and the threads synchronize once for both layers.
struct SeparableConvolution<Layer: StripSource, Product: PixelProduct>: PreparedOperator {
    private let layer: Layer
    private let product: Product
    /// One strip for each task.
    private let strips: TensorSlot
    /// The number of pixels of a strip, whole tiles.
    private let length: Int
    /// The number of pixels of the longest strip: the last one takes the rest, at most a tile.
    private let longest: Int
    private let split: BlockSplit

    /// The size of a strip in bytes; a cache of the second level holds it besides the weights.
    private static var stripBytes: Int { 1 << 16 }

    /// Fuses two layers.
    ///
    /// - Returns: `nil` if there is no image, or if it has too few pixels for the threads to share
    ///   whole tiles.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init?(
        _ layer: Layer, _ product: Product, threads: Int,
        reserve: (_ byteCount: Int) throws(ModelError) -> TensorSlot
    ) throws(ModelError) {
        let pixelCount = product.pixelCount
        let tile = product.tileRows * layer.pixelUnit
        guard pixelCount > 0 else { return nil }
        guard threads == 1 || pixelCount >= 2 * threads * tile else { return nil }
        (self.layer, self.product) = (layer, product)
        split = BlockSplit(
            rows: pixelCount, columns: 1, tile: (tile, 1),
            cost: layer.pixelCost + product.pixelCost, threads: threads)
        let most = max(1, Self.stripBytes / layer.pixelBytes / tile) * tile
        let all = (pixelCount + layer.pixelUnit - 1) / layer.pixelUnit * layer.pixelUnit
        (length, longest) = (min(most, all), min(most + tile, all))
        strips = try reserve(split.count * (longest * layer.pixelBytes + 64))
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let block = split.block(task)
        let strip = memory[strips] + task * (longest * layer.pixelBytes + 64)
        let end = block.row + block.rows
        var first = block.row
        while first < end {
            let pixels = first..<(end - first <= longest ? end : first + length)
            defer { first = pixels.upperBound }
            let start = strip - first * layer.pixelBytes
            layer.compute(pixels, into: start, memory)
            product.compute(pixels, from: UnsafeRawPointer(start), memory)
        }
    }
}
