/// The index list of one level of a sparse constant, in the file's memory: 32, 16 or 8 bits each.
struct SparseNumbers: Sendable {
    private let bytes: ConstantBytes
    private let width: Int
    let count: Int

    /// Finds the numbers in a union of vectors, which has a type and a table.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    init(_ table: FlatTable, _ field: Int, _ budget: inout ReadBudget) throws(ModelError) {
        width =
            switch try table.scalar(field, default: UInt8(0)) {
            case 1: 4
            case 2: 2
            default: 1
            }
        let range = try table.table(field + 1)?.range(0, stride: width) ?? 0..<0
        count = range.count / width
        try budget.spend(count, "sparse indices")
        bytes = ConstantBytes(try table.bytes.slice(range), owner: table.bytes)
    }

    /// The number at an index.
    ///
    /// - Precondition: the index is below `count`.
    subscript(index: Int) -> Int {
        switch width {
        case 4: Int(bytes.bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
        case 2: Int(bytes.bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        default: Int(bytes.bytes[index])
        }
    }
}
