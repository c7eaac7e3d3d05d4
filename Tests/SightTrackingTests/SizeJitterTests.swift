import SightTracking
import Testing

@Suite struct SizeJitterTests {
    private let box = Corners(0, 0, 40, 80)

    private func deviation(after count: Int, of found: Corners) -> Float {
        var jitter = SizeJitter()
        for _ in 0..<count { jitter.take(found, expected: box) }
        return jitter.deviation
    }

    @Test func aSteadyDetectorHasNone() {
        #expect(deviation(after: 1000, of: box) < 0.01)
    }

    @Test func itIsAPartOfTheSize() {
        // Width and height are wrong by 6 pixels; the mean of width and height is 66.
        #expect(abs(deviation(after: 2000, of: Corners(0, 0, 46, 86)) - 6 / 66) < 0.001)
    }

    /// The place of a box does not count: a moving camera would change it.
    @Test func placesDoNotCount() {
        #expect(deviation(after: 1000, of: box + Corners(repeating: 25)) < 0.01)
    }

    @Test func outliersHaveLittleEffect() {
        var jitter = SizeJitter()
        for _ in 0..<1000 { jitter.take(box, expected: box) }
        jitter.take(Corners(0, 0, 4000, 8000), expected: box)
        #expect(jitter.deviation < 0.03)
    }

    @Test(arguments: [Corners(0, 0, 0, 0), Corners(5, 5, -5, -5)]) func emptyBoxesAreFinite(
        _ empty: Corners
    ) {
        var jitter = SizeJitter()
        jitter.take(empty, expected: box)
        jitter.take(box, expected: empty)
        #expect(jitter.deviation.isFinite)
    }
}
