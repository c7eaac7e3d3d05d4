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
        for first in values.indices {
            var unpacked = [Int8](repeating: 99, count: values.count - first)
            try unpacked.withUnsafeMutableBufferPointer { target in
                try bytes.withUnsafeBytes {
                    packing.unpack(try #require($0.baseAddress), from: first, to: target)
                }
            }
            #expect(unpacked[...] == values[first...])
        }
    }
}
