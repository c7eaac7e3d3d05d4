import Foundation
import Sight
import Testing

@Suite struct MediaPipeDecoderTests {
    /// 128 × 128: two anchors in each of 16 × 16 cells, then six in each of 8 × 8.
    private func sample(origins: Set<String> = []) -> HeadSample {
        var sample = HeadSample(
            [[1, 896, 16], [1, 896, 1]], origins: origins, width: 128, height: 128)
        for row in 0..<896 { sample.values[1][row] = -9 }
        return sample
    }

    /// Row 2 is the first anchor of column 1: middle (12, 4), moved by (8, 20), 32 × 16.
    @Test func boxesArePixelsAroundAnAnchor() throws {
        var sample = sample()
        sample.setRow(2, columns: 16, [8, 20, 32, 16])
        sample.values[1][2] = log(3)
        let decoder = try sample.decoder()
        #expect(type(of: decoder).head == .mediaPipe)
        #expect(decoder.suppression == .weighted)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [4, 16, 36, 32]))
        #expect(abs(found[0].score - 0.75) <= 1e-6)
    }

    /// In sparse files, other operators than layers follow the scores.
    @Test(arguments: [("DENSIFY", Float(0.875)), ("LOGISTIC", 1.9459)])
    func onlyASigmoidMakesProbabilities(_ origin: String, _ score: Float) throws {
        var sample = sample(origins: ["CONV_2D", origin])
        sample.values[1][2] = log(7)
        #expect(abs(try sample.candidates()[0].score - score) <= 1e-4)
    }

    /// Row 512 is the first of stride 16: middle (8, 8).
    @Test func theSecondLevelFollowsTheFirst() throws {
        var sample = sample()
        sample.setRow(512, columns: 16, [0, 0, 16, 16])
        sample.values[1][512] = 0
        #expect(isNear(try sample.candidates()[0].corners, [0, 0, 16, 16]))
    }
}
