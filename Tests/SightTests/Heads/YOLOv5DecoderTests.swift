import Sight
import Testing

@Suite struct YOLOv5DecoderTests {
    private let count = 3 * HeadSample.cellCount

    @Test(arguments: [Float(1), 32])
    func multipliesObjectnessAndClass(_ unit: Float) throws {
        var sample = HeadSample([[1, count, 7]])
        let box: [Float] = [12 / unit, 18 / unit, 16 / unit, 8 / unit]
        sample.setRow(40, columns: 7, box + [0.5, 0.2, 0.9])
        sample.setRow(41, columns: 7, box + [0.05, 0.2, 0.9])
        #expect(try type(of: sample.decoder()).head == .yolov5)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [4, 14, 20, 22]))
        #expect(found[0].classIndex == 1)
        #expect(abs(found[0].score - 0.45) <= 1e-6)
    }

    @Test func knowsTheFourthLevel() throws {
        let decoder = try HeadSample([[1, 3 * HeadSample.cellCountOfFour, 85]]).decoder()
        #expect(type(of: decoder).head == .yolov5)
        #expect(decoder.classCount == 80)
    }
}
