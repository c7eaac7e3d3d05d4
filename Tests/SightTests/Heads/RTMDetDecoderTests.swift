import Foundation
import Sight
import Testing

@Suite struct RTMDetDecoderTests {
    private func levels() -> HeadSample {
        var sample = HeadSample(
            [
                [1, 4, 4, 3], [1, 2, 2, 3], [1, 1, 1, 3], [1, 4, 4, 4], [1, 2, 2, 4], [1, 1, 1, 4],
            ])
        for output in 0..<3 {
            for index in sample.values[output].indices { sample.values[output][index] = -9 }
        }
        return sample
    }

    /// Column 1, row 0 of stride 16 starts at (16, 0); distances are pixels.
    @Test func scoresAreBeforeTheirSigmoid() throws {
        var sample = levels()
        sample.setRow(1, of: 1, columns: 3, [-9, -9, log(3)])
        sample.setRow(1, of: 4, columns: 4, [6, -2, 10, 12])
        #expect(try type(of: sample.decoder()).head == .rtmDet)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [10, 2, 26, 12]))
        #expect(found[0].classIndex == 2)
        #expect(abs(found[0].score - 0.75) <= 1e-6)
    }

    @Test func readsBoxesAndLabels() throws {
        var sample = HeadSample([[1, 10, 5], [1, 10]])
        sample.setRow(2, columns: 5, [4, 14, 20, 22, 0.9])
        sample.values[1][2] = 7
        let decoder = try sample.decoder()
        #expect(type(of: decoder).head == .rtmDet)
        #expect(decoder.suppression == .none)
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [4, 14, 20, 22]))
        #expect(found[0].classIndex == 7)
    }
}
