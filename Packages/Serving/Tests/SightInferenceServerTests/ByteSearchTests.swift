import SightInferenceServer
import Testing

@Suite struct ByteSearchTests {
    /// Texts and bytes of two letters have many beginnings that go on differently.
    @Test func allShortTextsAreFound() {
        /// Returns the letters a and b for the bits of a number.
        func letters(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { (number >> $0) & 1 == 0 ? UInt8(ascii: "a") : UInt8(ascii: "b") }
        }
        let texts = (1...5).flatMap { length in (0..<(1 << length)).map { letters($0, length) } }
        for text in texts {
            let search = ByteSearch(String(decoding: text, as: UTF8.self))
            for number in 0..<(1 << 10) {
                let bytes = letters(number, 10)
                let expected = (0...10 - text.count).first { bytes[$0...].starts(with: text) }
                #expect(search.range(in: bytes[...])?.lowerBound == expected)
            }
        }
    }

    @Test func positionsAreThoseOfTheSlice() {
        let bytes = Array("--x--y--x--".utf8)
        #expect(ByteSearch("--x").range(in: bytes[1...]) == 6..<9)
        #expect(ByteSearch("--x").range(in: bytes[7...]) == nil)
        #expect(ByteSearch("").range(in: bytes[...]) == nil)
    }

    /// A boundary of 70 dashes in 64 MiB of dashes.
    @Test(.timeLimit(.minutes(5))) func repetitionsTakeNoLonger() {
        let bytes = [UInt8](repeating: UInt8(ascii: "-"), count: 64 << 20)
        let search = ByteSearch(String(repeating: "-", count: 70) + "x")
        #expect(search.range(in: bytes[...]) == nil)
    }
}
