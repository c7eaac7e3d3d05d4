import CSightKernels

/// Splits an output into blocks of rows for the threads, and of columns if there are few rows.
///
/// Blocks have almost equal numbers of whole tiles, and each thread gets as many as another. Each
/// thread then processes the same part of the image in every layer.
struct BlockSplit: Sendable {
    /// The parts of the output pixels, and those of the output channels.
    private let rows: Parts
    private let columns: Parts

    /// The smallest cost of a task for another thread: a little over a microsecond of the fastest
    /// kernels, three times the time to start a job and wait for its end.
    private static let minimumCost = 1 << 18
    /// The number of tasks for each thread; if a thread is delayed, others run its tasks.
    private static let tasksPerThread = 4

    /// Creates a split for a number of threads.
    ///
    /// `tile` is the number of rows that a kernel computes at once, and of columns that it packs
    /// together. `cost` is that of one output, in units of 1/200 nanosecond.
    init(rows: Int, columns: Int, tile: (rows: Int, columns: Int), cost: Int, threads: Int) {
        let total = Double(rows) * Double(columns) * Double(cost)
        let most = Double(threads * Self.tasksPerThread)
        let useful = Int(min(total / Double(Self.minimumCost), most))
        let wanted = threads == 1 ? 1 : useful.shared(by: threads)
        let bands = min(wanted, rows / tile.rows).shared(by: threads)
        self.rows = Parts(rows, count: bands, tile: tile.rows)
        self.columns = Parts(columns, count: wanted / bands, tile: tile.columns)
    }

    /// The number of blocks.
    var count: Int { rows.count * columns.count }

    /// Returns the block with an index below `count`.
    func block(_ index: Int) -> sight_block {
        let (band, stripe) = index.quotientAndRemainder(dividingBy: columns.count)
        let (rows, columns) = (rows.range(band), columns.range(stripe))
        return sight_block(
            row: rows.lowerBound, rows: rows.count, column: columns.lowerBound,
            columns: columns.count)
    }
}

/// A range split into parts that start at multiples of a tile.
private struct Parts: Sendable {
    private let length: Int
    private let tile: Int
    let count: Int

    /// Creates at most `count` parts, none of which is empty.
    init(_ length: Int, count: Int, tile: Int) {
        (self.length, self.tile) = (length, tile)
        self.count = max(1, min(count, length / tile))
    }

    func range(_ index: Int) -> Range<Int> { start(of: index)..<start(of: index + 1) }

    /// Returns the start of a part, rounded to the nearest tile.
    private func start(of index: Int) -> Int {
        index == count ? length : (length * index / count + tile / 2) / tile * tile
    }
}

extension Int {
    /// Rounds a number of tasks down so that threads share them evenly: to a multiple of `threads`,
    /// or 1.
    func shared(by threads: Int) -> Int { self < threads ? 1 : self - self % threads }
}
