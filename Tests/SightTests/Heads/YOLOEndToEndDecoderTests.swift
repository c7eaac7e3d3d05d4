import Sight
import Testing

@Suite struct YOLOEndToEndDecoderTests {
    @Test(arguments: [Float(1), 32])
    func readsCornersScoreAndClass(_ unit: Float) throws {
        var sample = HeadSample([[1, 300, 6]])
        sample.setRow(0, columns: 6, [4 / unit, 14 / unit, 20 / unit, 22 / unit, 0.9, 3])
        sample.setRow(1, columns: 6, [0, 0, 32 / unit, 32 / unit, 0.3, -1])
        let decoder = try sample.decoder()
        #expect(type(of: decoder).head == .yoloEndToEnd)
        #expect(decoder.suppression == .none)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [4, 14, 20, 22]))
        #expect(found[0].classIndex == 3)
        #expect(found[0].score == 0.9)
    }
}
