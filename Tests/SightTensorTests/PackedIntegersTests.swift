import SightTensor
import Testing

@Suite struct PackedIntegersTests {
    @Test func wholeBytesAreNotPacked() {
        #expect(PackedIntegers(.int8) == nil)
        #expect(PackedIntegers(.variant) == nil)
    }

    @Test(arguments: [
        (ElementType.int4, [0x81, 0x07] as [UInt8], [1, -8, 7] as [Int8]),
        (.int2, [0b11_10_01_00, 0b0000_0010], [0, 1, -2, -1, -2]),
    ])
    func firstElementsAreInTheLowestBits(type: ElementType, bytes: [UInt8], values: [Int8]) throws {
        let packing = try #require(PackedIntegers(type))
        var unpacked = [Int8](repeating: 99, count: values.count)
        unpacked.withUnsafeMutableBufferPointer { target in
            bytes.withUnsafeBytes { packing.unpack($0, to: target) }
        }
        #expect(unpacked == values)
    }

    @Test func missingBytesLeaveTheTarget() throws {
        let packing = try #require(PackedIntegers(.int2))
        var unpacked = [Int8](repeating: 99, count: 6)
        unpacked.withUnsafeMutableBufferPointer { target in
            [UInt8(0)].withUnsafeBytes { packing.unpack($0, to: target) }
        }
        #expect(unpacked == [0, 0, 0, 0, 99, 99])
    }
}
