import Foundation
import Sight
import Testing

@Suite struct PicoDetDecoderTests {
    private static let cells = [16, 4, 1, 1]

    private func sample(wanted: DetectionHead? = nil) -> HeadSample {
        // Converters may choose an order that mixes levels, boxes and classes. In an input of 32,
        // stride 64 would have as many cells as stride 32, so the input is 64 × 64 here.
        HeadSample(
            [
                [1, 64, 32], [1, 64, 2], [1, 16, 2], [1, 4, 2], [1, 1, 2], [1, 16, 32], [1, 4, 32],
                [1, 1, 32],
            ],
            wanted: wanted, width: 64, height: 64)
    }

    /// For each side, a distribution with one bin of probability 1.
    private func sides(_ bins: [Int]) -> [Float] {
        bins.flatMap { bin in (0..<8).map { $0 == bin ? Float(40) : 0 } }
    }

    /// Column 1, row 2 of stride 8: middle (12, 20); 1, 2, 3 and 0 strides to the sides.
    @Test func distancesStartInTheMiddleOfACell() throws {
        var sample = sample()
        sample.setRow(17, of: 1, columns: 2, [0.2, 0.6])
        sample.setRow(17, of: 0, columns: 32, sides([1, 2, 3, 0]))
        let decoder = try sample.decoder()
        #expect(type(of: decoder).head == .picoDet)
        #expect(decoder.outputs == [1, 2, 3, 4, 0, 5, 6, 7])
        let found = try sample.candidates()
        #expect(found.count == 1)
        #expect(isNear(found[0].corners, [4, 4, 36, 20]))
        #expect(found[0].classIndex == 1)
        #expect(found[0].score == 0.6)
    }

    /// NanoDet's files with two outputs for each level look the same; its cells start at a corner.
    @Test func theOptionTakesNanoDetsCorners() throws {
        var sample = sample(wanted: .nanoDetPlus)
        sample.setRow(17, of: 1, columns: 2, [0.2, 0.6])
        sample.setRow(17, of: 0, columns: 32, sides([1, 2, 3, 0]))
        #expect(isNear(try sample.candidates()[0].corners, [0, 0, 32, 16]))
    }

    /// Two bins of equal weight give their mean distance.
    @Test func aDistanceIsAnExpectation() throws {
        var sample = sample()
        sample.setRow(0, of: 4, columns: 2, [0.9, 0])
        var even = [Float](repeating: -90, count: 32)
        for side in 0..<4 { even[8 * side] = 5; even[8 * side + 1] = 5 }
        sample.setRow(0, of: 7, columns: 32, even)
        #expect(isNear(try sample.candidates()[0].corners, [0, 0, 64, 64]))
    }
}
