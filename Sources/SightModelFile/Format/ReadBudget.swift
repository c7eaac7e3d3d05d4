/// The number of elements and bytes that may still be read from an untrusted FlatBuffer.
///
/// A small file can name the same vector or string any number of times through its offsets. Each
/// use is therefore subtracted from one budget, a multiple of the file's length.
struct ReadBudget {
    private var remaining: Int
    private let limits: ModelLimits

    init(byteCount: Int, limits: ModelLimits) {
        self.limits = limits
        let (product, overflow) = byteCount.multipliedReportingOverflow(
            by: limits.vectorElementsPerByte)
        remaining = overflow ? .max : max(1 << 16, product)
    }

    /// Subtracts the elements of a vector or the bytes of a string from the budget.
    ///
    /// - Throws: ``ModelError`` with code `malformed` when the budget is used up.
    mutating func spend(_ count: Int, _ what: String) throws(ModelError) {
        remaining -= count
        guard remaining >= 0 else {
            throw ModelError(.malformed, "the file repeats its vectors without end (\(what))")
        }
    }

    /// Reads a vector of tables.
    ///
    /// - Throws: ``ModelError`` with codes `tooLarge` and `malformed`.
    mutating func tables(_ table: FlatTable, _ field: Int, _ what: String) throws(ModelError)
        -> FlatTables
    {
        let count = try table.count(field)
        guard count <= limits.listCount else {
            throw ModelError(.tooLarge, "\(count) \(what), the limit is \(limits.listCount)")
        }
        try spend(count, what)
        return try table.tables(field)
    }

    /// Reads a vector of integers; empty when absent.
    mutating func ints<Value: FixedWidthInteger & BitwiseCopyable>(
        _ table: FlatTable, _ field: Int, of type: Value.Type = Int32.self, _ what: String
    ) throws(ModelError) -> [Int] {
        let stride = MemoryLayout<Value>.stride
        guard let range = try table.range(field, stride: stride) else { return [] }
        try spend(range.count / stride, what)
        return try table.bytes.integers(type, range)
    }

    /// Reads a vector of floats; empty when absent.
    mutating func floats(_ table: FlatTable, _ field: Int, _ what: String) throws(ModelError)
        -> [Float]
    {
        let stride = MemoryLayout<Float>.stride
        guard let range = try table.range(field, stride: stride) else { return [] }
        try spend(range.count / stride, what)
        return try table.bytes.elements(Float.self, range)
    }

    /// Reads a string; empty when absent.
    mutating func text(_ table: FlatTable, _ field: Int, _ what: String) throws(ModelError)
        -> String
    {
        guard let range = try table.byteRange(field) else { return "" }
        try spend(range.count, what)
        return try table.bytes.text(range)
    }

    /// Reads a vector of strings; empty when absent.
    mutating func texts(_ table: FlatTable, _ field: Int, _ what: String) throws(ModelError)
        -> [String]
    {
        try spend(try table.count(field), what)
        var texts: [String] = []
        for range in try table.stringRanges(field) {
            try spend(range.count, what)
            texts.append(try table.bytes.text(range))
        }
        return texts
    }
}
