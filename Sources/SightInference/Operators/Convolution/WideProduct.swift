import CSightKernels
import SightModelFile
import SightTensor

/// A product of 16-bit inputs and weights of 8 or 16 bits, whose sums have 64 bits.
///
/// Rows of inputs are those of a window; weights are `[columns, taps, depth]`.
struct WideProduct: Sendable {
    nonisolated(unsafe) private let kernel: sight_q16_igemm_function  // a C function
    private let window: WindowPlan
    /// Whether weights have 16 bits.
    private let hasWords: Bool
    private let split: BlockSplit

    /// Splits `rows` by `columns` outputs for the threads of a node, or for one thread.
    init(
        window: WindowPlan, hasWords: Bool, rows: Int, columns: Int, threads: Int
    ) {
        kernel = sight_q16_igemm_best(sight_current_tier()).pointee.run
        (self.window, self.hasWords) = (window, hasWords)
        split = BlockSplit(
            rows: rows, columns: columns, tile: (Int(sight_q16_igemm_rows), 1),
            cost: Self.cost(of: window.tapCount * window.depth), threads: threads)
    }

    /// The number of blocks.
    var blockCount: Int { split.count }

    /// The cost of one output of `length` products, in the units of ``BlockSplit``.
    static func cost(of length: Int) -> Int { 400 + 10 * length }

    /// Computes a block of outputs `[rows, stride]`.
    ///
    /// `channel` is the channel of the first column.
    func compute(
        _ index: Int, from input: UnsafeRawPointer, weights: UnsafeRawPointer,
        to output: UnsafeMutablePointer<Int16>, stride: Int,
        _ narrower: WideRequantization.Narrower, channel: Int = 0
    ) {
        let block = split.block(index)
        let (first, columns, tile) = (block.column, block.columns, Int(sight_q16_igemm_rows))
        let length = window.tapCount * window.depth
        var job = sight_q16_igemm_job(
            window: window.window(over: input), depth: window.depth, columns: columns,
            weights: weights + first * length * (hasWords ? 2 : 1), has_words: hasWords)
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: columns * tile) { memory in
            guard let sums = memory.baseAddress else { return }
            for start in Swift.stride(from: block.row, to: block.row + block.rows, by: tile) {
                let rows = min(tile, block.row + block.rows - start)
                kernel(&job, start, rows, sums)
                if let scales = narrower.scales {
                    let narrow = narrower.isShort ? sight_q16_narrow_short : sight_q16_narrow
                    narrow(
                        sums, rows, columns, scales + channel + first,
                        narrower.range.lowerBound, narrower.range.upperBound,
                        output + start * stride + first, stride)
                    continue
                }
                for row in 0..<rows {
                    let target = output + (start + row) * stride + first
                    for n in 0..<columns {
                        target[n] = narrower.output(sums[n * tile + row], channel + first + n)
                    }
                }
            }
        }
    }
}

extension WideLayer {
    /// Prepares a product with the layer's filter, `[groups × columns, taps, depth]`.
    ///
    /// `window` is that of the first group; the inputs of another one lie `depth` elements further.
    func product(
        _ window: WindowPlan, rows: Int, columns: Int, groups: Int, _ node: Preparation
    ) -> any PreparedOperator {
        let product = WideProduct(
            window: window, hasWords: false, rows: rows, columns: columns,
            threads: node.threadCount)
        let (depth, length) = (window.depth, window.tapCount * window.depth)
        return PreparedLoop(tasks: groups * product.blockCount) { task, memory in
            let (group, block) = task.quotientAndRemainder(dividingBy: product.blockCount)
            let first = group * columns
            product.compute(
                block, from: memory.elements(input.slot, as: Int16.self) + group * depth,
                weights: memory.elements(filter.slot, as: Int8.self) + first * length,
                to: memory.elements(output.slot, as: Int16.self) + first,
                stride: groups * columns, requantization.narrower(memory), channel: first)
        }
    }
}
