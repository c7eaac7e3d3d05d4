import ModelFixtures
import SightModelFile
import Testing

@Suite struct StringPackingTests {
    private func unpack(_ numbers: [Int32], _ text: String = "") -> [[UInt8]]? {
        let bytes = numbers.flatMap { $0.littleEndianBytes } + Array(text.utf8)
        return bytes.withUnsafeBytes { StringPacking.unpack($0) }
    }

    @Test func packsAsTensorFlowLiteDoes() {
        let packed = StringPacking.pack([Array("ab".utf8), [], Array("c".utf8)])
        #expect(
            packed == [3, 0, 0, 0, 20, 0, 0, 0, 22, 0, 0, 0, 22, 0, 0, 0, 23, 0, 0, 0]
                + Array("abc".utf8))
        #expect(StringPacking.pack([]) == [0, 0, 0, 0, 8, 0, 0, 0])
    }

    @Test(arguments: [[], [""], ["a"], ["", "Käse", "", "\u{0}"], ["same", "same"]])
    func whatIsPackedIsUnpacked(strings: [String]) throws {
        let bytes = strings.map { Array($0.utf8) }
        let packed = try #require(StringPacking.pack(bytes))
        #expect(packed.withUnsafeBytes { StringPacking.unpack($0) } == bytes)
    }

    /// Bytes after the last string and a gap before the first belong to no string.
    @Test func gapsAreLegal() {
        #expect(unpack([1, 13, 14], ".x.") == [Array("x".utf8)])
    }

    @Test(arguments: [
        [], [0], [-1, 8], [1, 8], [1, 12], [2, 12, 12], [1, 11, 12], [1, 12, 13], [1, 13, 12],
        [.max, 8], [.min, 8], [1, -4, 12], [2, 16, 15, 16], [0, 0], [0, 9],
    ])
    func otherBytesAreRefused(numbers: [Int32]) {
        #expect(unpack(numbers) == nil)
    }
}
