import CSightKernels

/// Splits an output into blocks of rows, and of columns where rows are few, so that every thread
/// has work.
struct BlockSplit: Sendable {
    /// Output pixels and channels.
    let rows: Int
    let columns: Int
    private let rowsPerTask: Int
    private let columnsPerTask: Int

    /// What is worth handing to another thread: about five microseconds of the fastest kernels.
    private static let minimumCost = 1 << 20
    /// Tasks for each thread, so that a thread that is held up leaves work to others.
    private static let tasksPerThread = 4

    /// Makes a split for a number of threads.
    ///
    /// `tile` is rows that a kernel computes at once, and columns that it packs together.
    /// `cost` is that of one output, in units of 1/200 nanosecond.
    init(rows: Int, columns: Int, tile: (rows: Int, columns: Int), cost: Int, threads: Int) {
        self.rows = rows
        self.columns = columns
        let total = Double(rows) * Double(columns) * Double(cost)
        let wanted =
            threads == 1
            ? 1 : Int(min(total / Double(Self.minimumCost), Double(threads * Self.tasksPerThread)))
        let bands = max(1, min(wanted, rows / tile.rows))
        rowsPerTask = max(1, Self.round(rows, over: bands, to: tile.rows))
        let stripes = max(1, wanted / bands)
        columnsPerTask = max(1, Self.round(columns, over: stripes, to: tile.columns))
    }

    /// `count / parts`, rounded up to a multiple.
    private static func round(_ count: Int, over parts: Int, to multiple: Int) -> Int {
        ((count + parts - 1) / parts + multiple - 1) / multiple * multiple
    }

    private var stripeCount: Int { (columns + columnsPerTask - 1) / columnsPerTask }

    /// Number of blocks.
    var count: Int { (rows + rowsPerTask - 1) / rowsPerTask * stripeCount }

    /// The block with an index below `count`.
    func block(_ index: Int) -> sight_block {
        let row = index / stripeCount * rowsPerTask
        let column = index % stripeCount * columnsPerTask
        return sight_block(
            row: row, rows: min(rowsPerTask, rows - row), column: column,
            columns: min(columnsPerTask, columns - column))
    }
}
