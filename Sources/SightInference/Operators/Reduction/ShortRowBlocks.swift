/// Blocks of a reduction's input in which the rows of all results are short.
///
/// A mean of groups of channels over all pixels has one block: the pixels are its rows, all
/// channels its columns, and each result takes the neighboring columns of a group. The columns are
/// reduced first, to partial results, so that a kernel gets long rows.
struct ShortRowBlocks: Sendable {
    /// The number of rows of a block.
    let rowCount: Int
    /// The number of columns of a block, and of partial results.
    let columnCount: Int
    /// The number of results of a block.
    let resultCount: Int
    private let outer: NestedLoop

    /// The largest number of columns.
    private static var maximumColumns: Int { 1 << 13 }

    /// Finds the blocks of a reduction's loop, whose lane x is the input and whose lane y is the
    /// output.
    ///
    /// - Returns: `nil` if the rows of results are long, or if a block has few rows or too many
    ///   columns.
    init?(_ loop: NestedLoop) {
        // Adjacent axes of the same kind are merged: the last and the third last axis are reduced.
        let axes = loop.axes.suffix(3)
        guard axes.count == 3, let rows = axes.first, loop.innerStrides.y == 0,
            loop.inner < NestedLoop.longRow, rows.strides.y == 0, rows.extent >= 4,
            rows.strides.x <= Self.maximumColumns
        else { return nil }
        (rowCount, columnCount) = (rows.extent, rows.strides.x)
        resultCount = rows.strides.x / max(1, loop.inner)
        outer = NestedLoop(Array(loop.axes.dropLast(3)))
    }

    /// Calls `body` for each block, with the offsets of its first element and first result, and
    /// with partial results that are `identity`.
    func forEach<Value: BitwiseCopyable>(
        from identity: Value, _ body: (SIMD4<Int>, UnsafeMutablePointer<Value>) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: columnCount) { buffer in
            guard let partials = buffer.baseAddress else { return }
            for block in 0..<(outer.rowCount * outer.inner) {
                partials.update(repeating: identity, count: columnCount)
                body(outer.offsets(of: block), partials)
            }
        }
    }
}
