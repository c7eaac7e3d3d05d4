import CSightKernels

/// The kernel of a product of two matrices, whose right one is packed in panels of 16 columns.
protocol MatrixPanels: Sendable {
    /// The number of bytes of a packed matrix.
    var byteCount: Int { get }
    /// The number of bytes after the last packed matrix that the kernel may read.
    var slack: Int { get }
    /// The number of rows that the kernel computes at once; multiples of it waste no work.
    var tileRows: Int { get }
    /// The cost of one output, in the units of ``BlockSplit``.
    var cost: Int { get }
    /// The bits to flip in each byte of the left matrices before the product.
    var leftFlip: UInt8 { get }

    /// Packs the columns from `first`, a multiple of 16, on: 16 of them or those up to the last.
    func pack(_ first: Int, of matrix: UnsafeRawPointer, to packed: UnsafeMutableRawPointer)

    /// Computes a block of the product of a left matrix `[M, K]` and a packed one.
    func multiply(
        _ block: sight_block, of left: UnsafeRawPointer, and packed: UnsafeRawPointer,
        to output: UnsafeMutableRawPointer)
}
