import Foundation
import Sight
import Testing

@Suite struct YOLOv8DecoderTests {
    private let count = HeadSample.cellCount

    /// `[1, 4 + C, N]` as files have it; box 9 in pixels.
    private func across(unit: Float = 1) -> HeadSample {
        var sample = HeadSample([[1, 6, count]])
        for (column, number) in [12 / unit, 18 / unit, 16 / unit, 8 / unit, 0.1, 0.7].enumerated() {
            sample.values[0][column * count + 9] = number
        }
        return sample
    }

    @Test func readsColumnsThatLieApart() throws {
        let sample = across()
        #expect(try type(of: sample.decoder()).head == .yolov8)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [4, 14, 20, 22]))
        #expect(found[0].classIndex == 1)
        #expect(found[0].score == 0.7)
    }

    @Test func readsFractions() throws {
        #expect(isNear(try across(unit: 32).candidates()[0].corners, [4, 14, 20, 22]))
    }

    /// Without objectness a row is one column shorter: COCO's 80 classes or the labels tell.
    @Test(arguments: [(84, 0), (6, 2)])
    func readsRows(_ columns: Int, _ labelCount: Int) throws {
        var sample = HeadSample([[1, count, columns]], labelCount: labelCount)
        sample.setRow(9, columns: columns, [12, 18, 16, 8, 0, 0.7])
        #expect(try type(of: sample.decoder()).head == .yolov8)
        #expect(isNear(try sample.candidates()[0].corners, [4, 14, 20, 22]))
    }

    /// Seven columns without labels are YOLOX's; the option takes them as YOLOv8's three classes.
    @Test func theOptionDecides() throws {
        let shapes = [[1, count, 7]]
        #expect(try type(of: HeadSample(shapes).decoder()).head == .yolox)
        let decoder = try HeadSample(shapes, wanted: .yolov8).decoder()
        #expect(type(of: decoder).head == .yolov8)
        #expect(decoder.classCount == 3)
    }

    @Test func scoresStraightFromALayerGetTheirSigmoid() throws {
        var sample = HeadSample([[1, 5, count]], origins: ["CONV_2D"])
        for index in 0..<count { sample.values[0][4 * count + index] = -9 }
        sample.values[0][4 * count + 3] = log(3)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(abs(found[0].score - 0.75) <= 1e-6)
    }
}
