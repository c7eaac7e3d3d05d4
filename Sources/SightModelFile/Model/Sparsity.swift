/// The storage of a sparse constant: levels from the outermost, each dense or compressed.
///
/// - Source: `SparsityParameters` of the TensorFlow Lite schema; Kjolstad et al., "The Tensor
///   Algebra Compiler", 2017.
package struct Sparsity: Sendable {
    /// One level of the storage.
    enum Level: Sendable {
        /// A level with all indices below a size.
        case dense(size: Int)
        /// A level where the indices of parent `p` are `indices[segments[p]..<segments[p + 1]]`.
        case compressed(segments: SparseNumbers, indices: SparseNumbers)
    }

    /// The largest number of levels of one tensor.
    private static let largestDepth = 16

    /// The axis of each level; numbers from the rank on are axes inside blocks.
    let order: [Int]
    /// For each block axis, the axis that it divides.
    let blocks: [Int]
    let levels: [Level]

    /// Reads the parameters.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    init(_ table: FlatTable, _ budget: inout ReadBudget, place: String) throws(ModelError) {
        order = try budget.ints(table, 0, "sparse axes")
        blocks = try budget.ints(table, 1, "sparse axes")
        var levels: [Level] = []
        let tables = try budget.tables(table, 2, "sparse levels")
        for index in tables.indices {
            let level = try tables[index]
            switch try level.scalar(0, default: Int8(0)) {
            case 0: levels.append(.dense(size: Int(try level.scalar(1, default: Int32(0)))))
            case 1:
                levels.append(
                    .compressed(
                        segments: try SparseNumbers(level, 2, &budget),
                        indices: try SparseNumbers(level, 4, &budget)))
            case let format:
                throw ModelError(.malformed, "\(place): a sparse level has the format \(format)")
            }
        }
        self.levels = levels
        guard order.count == levels.count, (1...Self.largestDepth).contains(levels.count),
            blocks.count < order.count
        else {
            throw ModelError(
                .malformed, "\(place): \(order.count) sparse axes, \(levels.count) levels")
        }
    }
}
