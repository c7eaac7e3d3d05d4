import CSightKernels

/// Splits the columns of a block into stripes whose weights stay in the second-level cache while
/// all tiles of rows read them.
///
/// A kernel computes all columns of a tile of rows before the next tile. Weights that do not fit
/// the cache come from the third-level cache or from memory for every tile.
struct ColumnStripes: Sendable {
    private let width: Int
    private let tileRows: Int

    /// The bytes of weights that stay in the cache, also in the smallest that processors have.
    private static let keptBytes = 1 << 18
    /// The columns of the widest tile; the width of a stripe is a multiple.
    private static let unit = 64

    /// Creates stripes for weights with `bytes` bytes in all; a kernel computes `tileRows` rows at
    /// once.
    init(columns: Int, bytes: Int, tileRows: Int) {
        self.tileRows = tileRows
        let kept = bytes <= Self.keptBytes ? columns : columns * Self.keptBytes / bytes
        width = kept == columns ? columns : max(Self.unit, kept / Self.unit * Self.unit)
    }

    /// Calls `body` for each stripe of a block.
    func forEach(of block: sight_block, _ body: (sight_block) -> Void) {
        guard block.rows > tileRows, block.columns > width else { return body(block) }
        var stripe = block
        let end = block.column + block.columns
        while stripe.column < end {
            stripe.columns = min(width, end - stripe.column)
            body(stripe)
            stripe.column += stripe.columns
        }
    }
}
