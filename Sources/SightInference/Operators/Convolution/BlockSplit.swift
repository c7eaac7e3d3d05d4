import CSightKernels

/// Splits an output into blocks of rows, and of columns where rows are few, so that every thread
/// has work.
///
/// Blocks are as equal as whole tiles allow, and as many for one thread as for another: each thread
/// then has the same part of the image in every layer.
struct BlockSplit: Sendable {
    /// Output pixels and channels.
    private let rows: Parts
    private let columns: Parts

    /// What is worth handing to another thread: a little over a microsecond of the fastest kernels,
    /// three times what it takes to start a job and to wait for its end.
    private static let minimumCost = 1 << 18
    /// Tasks for each thread, so that a thread that is held up leaves work to others.
    private static let tasksPerThread = 4

    /// Makes a split for a number of threads.
    ///
    /// `tile` is rows that a kernel computes at once, and columns that it packs together.
    /// `cost` is that of one output, in units of 1/200 nanosecond.
    init(rows: Int, columns: Int, tile: (rows: Int, columns: Int), cost: Int, threads: Int) {
        let total = Double(rows) * Double(columns) * Double(cost)
        let most = Double(threads * Self.tasksPerThread)
        let useful = Int(min(total / Double(Self.minimumCost), most))
        let wanted = threads == 1 ? 1 : useful.shared(by: threads)
        let bands = min(wanted, rows / tile.rows).shared(by: threads)
        self.rows = Parts(rows, count: bands, tile: tile.rows)
        self.columns = Parts(columns, count: wanted / bands, tile: tile.columns)
    }

    /// Number of blocks.
    var count: Int { rows.count * columns.count }

    /// The block with an index below `count`.
    func block(_ index: Int) -> sight_block {
        let (band, stripe) = index.quotientAndRemainder(dividingBy: columns.count)
        let (rows, columns) = (rows.range(band), columns.range(stripe))
        return sight_block(
            row: rows.lowerBound, rows: rows.count, column: columns.lowerBound,
            columns: columns.count)
    }
}

/// Elements in parts that begin at a multiple of a tile.
private struct Parts: Sendable {
    private let length: Int
    private let tile: Int
    let count: Int

    /// Makes at most `count` parts, none of which is empty.
    init(_ length: Int, count: Int, tile: Int) {
        (self.length, self.tile) = (length, tile)
        self.count = max(1, min(count, length / tile))
    }

    func range(_ index: Int) -> Range<Int> { start(of: index)..<start(of: index + 1) }

    /// The nearest tile to the even share.
    private func start(of index: Int) -> Int {
        index == count ? length : (length * index / count + tile / 2) / tile * tile
    }
}

extension Int {
    /// Tasks that threads can share evenly: a multiple of their number, or one.
    func shared(by threads: Int) -> Int { self < threads ? 1 : self - self % threads }
}
