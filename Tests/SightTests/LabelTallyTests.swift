import Sight
import Testing

@Suite struct LabelTallyTests {
    private static func label(_ index: Int, _ score: Float) -> Label {
        Label(text: "class \(index)", index: index, score: score)
    }

    @Test func oneOddFrameChangesNothing() {
        var tally = LabelTally()
        #expect(tally.label == nil)
        for _ in 0..<5 { tally.add(Self.label(1, 0.6)) }
        tally.add(Self.label(2, 0.9))
        #expect(tally.label == Self.label(1, 0.6))
        tally.add(Self.label(1, 0.7))
        #expect(tally.label == Self.label(1, 0.7))
    }

    @Test func aLastingChangeCounts() {
        var tally = LabelTally()
        for _ in 0..<100 { tally.add(Self.label(1, 0.6)) }
        for _ in 0..<60 { tally.add(Self.label(2, 0.8)) }
        #expect(tally.label?.index == 2)
    }

    @Test func oddScoresCountNothing() {
        var tally = LabelTally()
        tally.add(Self.label(1, 0.1))
        for index in 2..<100 { tally.add(Self.label(index, .nan)) }
        tally.add(Self.label(1, 0.1))
        #expect(tally.label?.index == 1)
    }
}
