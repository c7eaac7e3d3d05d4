import SightInference
import SightTensor
import Testing

/// Lookup tables from bytes to bytes; some are an exclusive or with a constant.
@Suite struct LookupTableTests {
    private func mapped(_ table: LookupTable) -> [UInt8] {
        var bytes = (0...255).map(UInt8.init)
        bytes.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            table.map(start, to: start, count: bytes.count)
        }
        return bytes
    }

    @Test func sameNumbersOfTheOtherSignAreAFlip() throws {
        let table = try #require(LookupTable(.uint8, .int8) { $0 - 128 })
        #expect(table.flip == 0x80)
        #expect(mapped(table) == (0...255).map { UInt8($0) ^ 0x80 })
    }

    @Test func sameNumbersStayInPlace() throws {
        let table = try #require(LookupTable(.int8, .int8) { $0 })
        #expect(table.flip == 0)
        #expect(mapped(table) == (0...255).map(UInt8.init))
    }

    @Test func otherFunctionsAreLookedUp() throws {
        let table = try #require(LookupTable(.uint8, .int8) { $0 - 127 })
        #expect(table.flip == nil)
        #expect(mapped(table) == (0...255).map { UInt8(bitPattern: Int8(clamping: $0 - 127)) })
    }
}
