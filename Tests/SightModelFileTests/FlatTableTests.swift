import ModelFixtures
import SightModelFile
import Testing

@Suite struct FlatTableTests {
    private func root(_ value: FlatValue) throws -> FlatTable {
        try FlatTable(rootOf: ModelBytes(FlatWriter.write(root: value, identifier: "TEST")))
    }

    @Test func fields() throws {
        let table = try root(
            .table([
                0: .int(-7), 2: .string("Käse"), 3: .floats([1, 2.5]), 4: .bytes([9, 8]),
                5: .list([.table([0: .byte(1)]), .table([0: .byte(2)])]),
                6: .list([.string("a"), .string("")]), 7: .table([1: .float(0.5)]),
                8: .longs([1 << 40]),
            ]))
        #expect(try table.scalar(0, default: Int32(5)) == -7)
        #expect(try table.scalar(1, default: Int32(5)) == 5)
        #expect(try table.scalar(99, default: UInt8(3)) == 3)
        #expect(try table.string(2) == "Käse")
        #expect(try table.string(1) == nil)
        #expect(try table.scalars(3, of: Float.self) == [1, 2.5])
        #expect(try table.scalars(1, of: Float.self).isEmpty)
        let range = try #require(try table.byteRange(4))
        #expect(Array(try table.bytes.slice(range)) == [9, 8])
        let tables = try table.tables(5)
        #expect(try tables.indices.map { try tables[$0].scalar(0, default: Int8(0)) } == [1, 2])
        #expect(try table.count(5) == 2)
        #expect(try table.count(1) == 0)
        #expect(try table.stringRanges(6).map { try table.bytes.text($0) } == ["a", ""])
        #expect(try table.table(7)?.scalar(1, default: Float(0)) == 0.5)
        #expect(try table.table(1) == nil)
        #expect(try table.scalars(8, of: Int64.self) == [1 << 40])
        #expect(try table.integers(8, of: Int64.self) == [1 << 40])
        #expect(try table.integers(1).isEmpty)
    }

    /// A field of four bytes that is read as eight exceeds its table.
    @Test func fieldOutsideItsTable() throws {
        let table = try root(.table([0: .int(1)]))
        let error = #expect(throws: ModelError.self) { try table.scalar(0, default: Int64(0)) }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains("field 0 lies outside its table") == true)
    }

    @Test func vectorLeavesTheFile() throws {
        var bytes = FlatWriter.write(root: .table([0: .ints([1, 2])]), identifier: "TEST")
        let count = bytes.count - 12
        bytes.replaceSubrange(count..<(count + 4), with: UInt32(3).littleEndianBytes)
        let table = try FlatTable(rootOf: ModelBytes(bytes))
        let error = #expect(throws: ModelError.self) { try table.scalars(0, of: Int32.self) }
        #expect(error?.message.contains("a vector of 3 elements") == true)
    }

    @Test(arguments: [0, 1, 4, 8, 11])
    func tooShort(count: Int) throws {
        let bytes = try ModelBytes([UInt8](repeating: 0xFF, count: count))
        #expect(throws: ModelError.self) { try FlatTable(rootOf: bytes) }
    }
}
