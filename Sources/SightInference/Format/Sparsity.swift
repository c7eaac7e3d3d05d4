/// How a sparse constant is stored: levels from the outermost, each dense or compressed.
///
/// - Source: `SparsityParameters` of the TensorFlow Lite schema; Kjolstad et al., "The Tensor
///   Algebra Compiler", 2017.
package struct Sparsity: Sendable {
    /// One level of the storage.
    enum Level: Sendable, Equatable {
        /// All indices below a size.
        case dense(size: Int)
        /// The indices of parent `p` are `indices[segments[p]..<segments[p + 1]]`.
        case compressed(segments: [Int], indices: [Int])
    }

    /// Levels of one tensor.
    private static let largestDepth = 16

    /// The axis of each level; from the rank on those inside of blocks.
    let order: [Int]
    /// The axis that each block axis divides.
    let blocks: [Int]
    let levels: [Level]

    /// Reads the parameters.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    init(_ table: FlatTable, _ budget: inout ReadBudget, place: String) throws(ModelError) {
        order = try budget.ints(table, 0, "sparse axes")
        blocks = try budget.ints(table, 1, "sparse axes")
        var levels: [Level] = []
        for level in try budget.tables(table, 2, "sparse levels") {
            switch try level.scalar(0, default: Int8(0)) {
            case 0: levels.append(.dense(size: Int(try level.scalar(1, default: Int32(0)))))
            case 1:
                levels.append(
                    .compressed(
                        segments: try Self.numbers(level, 2, &budget),
                        indices: try Self.numbers(level, 4, &budget)))
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

    /// A union of vectors of 32, 16 or 8 bits.
    private static func numbers(
        _ table: FlatTable, _ field: Int, _ budget: inout ReadBudget
    ) throws(ModelError) -> [Int] {
        guard let vector = try table.table(field + 1) else { return [] }
        switch try table.scalar(field, default: UInt8(0)) {
        case 1: return try budget.ints(vector, 0, "sparse indices")
        case 2:
            try budget.spend(try vector.count(0, stride: 2), "sparse indices")
            return try vector.scalars(0, of: UInt16.self).map(Int.init)
        default:
            try budget.spend(try vector.count(0, stride: 1), "sparse indices")
            return try vector.scalars(0, of: UInt8.self).map(Int.init)
        }
    }
}
