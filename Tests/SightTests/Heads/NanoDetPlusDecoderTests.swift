import Sight
import Testing

@Suite struct NanoDetPlusDecoderTests {
    /// Column 1, row 2 of stride 8 starts at (8, 16); 1, 2, 3 and 0 strides to the sides.
    @Test func distancesStartAtTheCornerOfACell() throws {
        var sample = HeadSample([[1, HeadSample.cellCountOfFour, 34]])
        let sides: [Float] = [1, 2, 3, 0].flatMap { bin in
            (0..<8).map { $0 == bin ? Float(40) : 0 }
        }
        sample.setRow(9, columns: 34, [0.2, 0.6] + sides)
        let decoder = try sample.decoder()
        #expect(type(of: decoder).head == .nanoDetPlus)
        #expect(decoder.classCount == 2)
        #expect(decoder.convention.channelOrder == .bgr)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [0, 0, 32, 16]))
        #expect(found[0].classIndex == 1)
    }
}
