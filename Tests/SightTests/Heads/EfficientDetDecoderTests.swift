import Foundation
import Sight
import Testing

@Suite struct EfficientDetDecoderTests {
    /// 128 × 128: 16², 8², 4², 2² and 1 cells of nine anchors.
    private static let count = 9 * (256 + 64 + 16 + 4 + 1)

    private func sample() -> HeadSample {
        var sample = HeadSample(
            [[1, Self.count, 2], [1, Self.count, 4]], width: 128, height: 128)
        for index in sample.values[0].indices { sample.values[0][index] = -9 }
        return sample
    }

    /// The second anchor of the first cell is twice as wide as high: 24 · √2 by 24 / √2 around
    /// (4, 4).
    @Test func anchorsAreThreeStrides() throws {
        var sample = sample()
        sample.setRow(1, columns: 2, [-9, log(3)])
        let found = try sample.candidates()
        #expect(try type(of: sample.decoder()).head == .efficientDet)
        #expect(found.count == 1)
        let (width, height) = (24 * Float(2).squareRoot(), 24 / Float(2).squareRoot())
        #expect(
            isNear(
                found[0].corners,
                [4 - width / 2, 4 - height / 2, 4 + width / 2, 4 + height / 2]))
        #expect(abs(found[0].score - 0.75) <= 1e-6)
    }

    /// Separate outputs for each level give the same boxes as the joined output.
    @Test func levelsAreTheJoinedTable() throws {
        var joined = sample()
        for index in joined.values[0].indices where index % 97 == 0 { joined.values[0][index] = 1 }
        for index in joined.values[1].indices { joined.values[1][index] = sin(Float(index)) }
        let sides = [16, 8, 4, 2, 1]
        var split = HeadSample(
            sides.map { [1, $0, $0, 18] } + sides.map { [1, $0, $0, 36] }, width: 128, height: 128)
        var start = 0
        for (level, side) in sides.enumerated() {
            let rows = 9 * side * side
            split.values[level] = Array(joined.values[0][(2 * start)..<(2 * (start + rows))])
            split.values[5 + level] = Array(joined.values[1][(4 * start)..<(4 * (start + rows))])
            start += rows
        }
        #expect(try type(of: split.decoder()).head == .efficientDet)
        let found = try split.candidates()
        #expect(found.count > 50)
        #expect(try joined.candidates() == found)
    }
}
