import Sight
import Testing

@Suite struct HeadSuppressionTests {
    private func candidate(_ x: Float, _ index: Int, _ score: Float) -> HeadCandidate {
        HeadCandidate(corners: [x, 0, x + 1, 1], classIndex: index, score: score)
    }

    /// Boxes moved by a third overlap by 0.5, by a tenth by 0.82.
    @Test func theBestOfAClassStays() {
        let all = [
            candidate(0, 0, 0.5), candidate(1 / 3, 0, 0.6), candidate(0.1, 0, 0.9),
            candidate(0, 1, 0.4),
        ]
        let kept = HeadSuppression.byClass.keep(all, maximumIoU: 0.65)
        #expect(kept.map(\.score) == [0.9, 0.6, 0.4])
        #expect(HeadSuppression.none.keep(all, maximumIoU: 0).count == 4)
    }

    @Test func tiesKeepTheOrder() {
        let all = [candidate(0, 0, 0.5), candidate(0, 1, 0.5), candidate(9, 0, 0.5)]
        #expect(
            HeadSuppression.byClass.keep(all, maximumIoU: 0.5).map(\.classIndex) == [0, 1, 0])
    }

    /// (0 · 0.75 + 0.1 · 0.25) / 1 = 0.025; the score is the best one's.
    @Test func weightedBoxesAreMeans() {
        let all = [candidate(0.1, 0, 0.25), candidate(0, 0, 0.75), candidate(5, 0, 0.2)]
        let kept = HeadSuppression.weighted.keep(all, maximumIoU: 0.3)
        #expect(kept.count == 2)
        #expect(abs(kept[0].corners[0] - 0.025) <= 1e-6)
        #expect(kept[0].score == 0.75)
        #expect(kept[1].corners[0] == 5)
    }

    /// (0.5 · 0.75 + 0.1 · 0.25) / 1 = 0.4.
    @Test func pointsOfWeightedBoxesAreMeans() {
        var (one, other) = (candidate(0, 0, 0.75), candidate(0.1, 0, 0.25))
        (one.points, other.points) = ([[0.5, 1]], [[0.1, 1]])
        let kept = HeadSuppression.weighted.keep([other, one], maximumIoU: 0.3)
        #expect(kept.count == 1 && kept[0].points.count == 1)
        #expect(abs(kept[0].points[0].x - 0.4) <= 1e-6 && kept[0].points[0].y == 1)
    }

    /// A box of NaN equals no box, not even itself.
    @Test(.timeLimit(.minutes(5))) func boxesOfNaNLeaveTheList() {
        let odd = HeadCandidate(
            corners: [.nan, 0, 1, 1], classIndex: 0, score: 0.9, points: [[.nan, 0]])
        var other = candidate(0, 0, 0.5)
        other.points = [[0, 0]]
        let kept = HeadSuppression.weighted.keep([odd, odd, other], maximumIoU: 0.3)
        #expect(kept.map(\.score) == [0.9, 0.9, 0.5])
    }
}
