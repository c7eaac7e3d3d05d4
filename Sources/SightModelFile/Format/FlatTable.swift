/// One table of a FlatBuffer, read by field number without a generated schema.
///
/// Every offset is checked: the table, its vtable and everything that a field points to must lie
/// inside the file. A field that the vtable does not list has its default value.
///
/// - Source: FlatBuffers internals: a table starts with a signed offset back to its vtable;
///   slot `4 + 2 × field` of the vtable holds the field's offset inside the table, 0 if absent.
package struct FlatTable: Sendable {
    /// The file that the table is in.
    package let bytes: ModelBytes
    private let position: Int
    private let vtable: Int
    private let vtableSize: Int
    private let tableSize: Int

    /// The root table of the FlatBuffer that starts at `start`.
    package init(rootOf bytes: ModelBytes, at start: Int = 0) throws(ModelError) {
        try self.init(bytes, at: Self.target(bytes, at: start))
    }

    fileprivate init(_ bytes: ModelBytes, at position: Int) throws(ModelError) {
        let back = Int(try bytes.load(Int32.self, at: position))
        let vtable = position - back
        let vtableSize = Int(try bytes.load(UInt16.self, at: vtable))
        let tableSize = Int(try bytes.load(UInt16.self, at: vtable + 2))
        guard vtableSize >= 4, tableSize >= 4 else {
            throw ModelError(.malformed, "the table at offset \(position) has a broken vtable")
        }
        _ = try bytes.range(at: vtable, length: vtableSize)
        _ = try bytes.range(at: position, length: tableSize)
        self.bytes = bytes
        self.position = position
        self.vtable = vtable
        self.vtableSize = vtableSize
        self.tableSize = tableSize
    }

    /// Returns the position that an unsigned forward offset points to.
    fileprivate static func target(_ bytes: ModelBytes, at offset: Int) throws(ModelError) -> Int {
        offset + Int(try bytes.load(UInt32.self, at: offset))
    }

    /// Returns the position of a field's value in the file; `nil` when the field is absent.
    private func offset(of field: Int, size: Int) throws(ModelError) -> Int? {
        let slot = 4 + 2 * field
        guard slot + 2 <= vtableSize else { return nil }
        let offset = Int(try bytes.load(UInt16.self, at: vtable + slot))
        guard offset != 0 else { return nil }
        guard offset + size <= tableSize else {
            throw ModelError(
                .malformed, "field \(field) lies outside its table at offset \(position)")
        }
        return position + offset
    }

    /// Reads a scalar field.
    package func scalar<Value: BitwiseCopyable>(_ field: Int, default value: Value)
        throws(ModelError) -> Value
    {
        guard let offset = try offset(of: field, size: MemoryLayout<Value>.size) else {
            return value
        }
        return try bytes.load(Value.self, at: offset)
    }

    /// Reads a table field; `nil` when absent.
    package func table(_ field: Int) throws(ModelError) -> FlatTable? {
        guard let offset = try offset(of: field, size: 4) else { return nil }
        return try FlatTable(bytes, at: Self.target(bytes, at: offset))
    }

    /// Returns the start and the length of a vector field's elements; `nil` when absent.
    private func vector(_ field: Int, stride: Int) throws(ModelError) -> (start: Int, count: Int)? {
        guard let offset = try offset(of: field, size: 4) else { return nil }
        let position = try Self.target(bytes, at: offset)
        let count = Int(try bytes.load(UInt32.self, at: position))
        let start = position + 4
        guard count <= (bytes.count - start) / stride else {
            throw ModelError(
                .malformed,
                "a vector of \(count) elements at offset \(position) ends beyond the file")
        }
        return (start, count)
    }

    /// Returns the bytes of a `[ubyte]` field, as a range of the file; `nil` when absent.
    package func byteRange(_ field: Int) throws(ModelError) -> Range<Int>? {
        try range(field, stride: 1)
    }

    /// Returns a vector with elements of `stride` bytes, as a range of the file; `nil` when absent.
    func range(_ field: Int, stride: Int) throws(ModelError) -> Range<Int>? {
        guard let (start, count) = try vector(field, stride: stride) else { return nil }
        return start..<(start + count * stride)
    }

    /// Reads a string field; `nil` when absent.
    package func string(_ field: Int) throws(ModelError) -> String? {
        guard let range = try byteRange(field) else { return nil }
        return try bytes.text(range)
    }

    /// Reads a vector of scalars; empty when absent.
    package func scalars<Value: BitwiseCopyable>(_ field: Int, of type: Value.Type)
        throws(ModelError) -> [Value]
    {
        guard let range = try range(field, stride: MemoryLayout<Value>.stride) else { return [] }
        return try bytes.elements(type, range)
    }

    /// Reads a vector of integers of any width; empty when absent.
    package func integers<Value: FixedWidthInteger & BitwiseCopyable>(
        _ field: Int, of type: Value.Type = Int32.self
    ) throws(ModelError) -> [Int] {
        guard let range = try range(field, stride: MemoryLayout<Value>.stride) else { return [] }
        return try bytes.integers(type, range)
    }

    /// Returns the number of elements, of `stride` bytes each, of a vector; 0 when absent.
    package func count(_ field: Int, stride: Int = 4) throws(ModelError) -> Int {
        try vector(field, stride: stride)?.count ?? 0
    }

    /// Reads a vector of tables; empty when absent.
    package func tables(_ field: Int) throws(ModelError) -> FlatTables {
        let (start, count) = try vector(field, stride: 4) ?? (0, 0)
        return FlatTables(bytes: bytes, start: start, count: count)
    }

    /// Returns the strings of a vector, as ranges of the file; empty when absent.
    package func stringRanges(_ field: Int) throws(ModelError) -> [Range<Int>] {
        guard let (start, count) = try vector(field, stride: 4) else { return [] }
        var ranges: [Range<Int>] = []
        ranges.reserveCapacity(count)
        for index in 0..<count {
            let position = try Self.target(bytes, at: start + 4 * index)
            let length = Int(try bytes.load(UInt32.self, at: position))
            ranges.append(try bytes.range(at: position + 4, length: length))
        }
        return ranges
    }
}

/// A vector of tables, each of which is checked when it is read.
package struct FlatTables: Sendable {
    fileprivate let bytes: ModelBytes
    fileprivate let start: Int
    package let count: Int

    /// The tables' positions in the vector.
    package var indices: Range<Int> { 0..<count }

    /// The table at a position.
    ///
    /// - Precondition: the position is below `count`.
    package subscript(index: Int) -> FlatTable {
        get throws(ModelError) {
            try FlatTable(bytes, at: FlatTable.target(bytes, at: start + 4 * index))
        }
    }
}
