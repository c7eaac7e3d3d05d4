import SightTracking
import Testing

@Suite struct CoastingRecordTests {
    private let box = Corners(10, 10, 50, 90)

    @Test func blinkingObjectsAreBridged() {
        var record = CoastingRecord()
        for _ in 0..<20 { record.found(afterMisses: 2, expected: box, at: box) }
        #expect(record.isWorthShowing(afterMisses: 1))
        #expect(record.isWorthShowing(afterMisses: 2))
    }

    @Test func objectsThatLeaveEnd() {
        var record = CoastingRecord()
        #expect(record.isWorthShowing(afterMisses: 1))
        for _ in 0..<20 { record.lost() }
        for misses in 1...CoastingRecord.longest {
            #expect(!record.isWorthShowing(afterMisses: misses))
        }
    }

    /// An object that is found again outside its predicted box does not support the prediction.
    @Test func aWrongPlaceIsNoSupport() {
        var record = CoastingRecord()
        let elsewhere = box + Corners(repeating: 35)
        for _ in 0..<20 { record.found(afterMisses: 1, expected: box, at: elsewhere) }
        #expect(!record.isWorthShowing(afterMisses: 1))
    }

    /// Recent events outweigh older ones.
    @Test func theRecordFollowsTheStream() {
        var record = CoastingRecord()
        for _ in 0..<200 { record.lost() }
        for _ in 0..<100 { record.found(afterMisses: 1, expected: box, at: box) }
        #expect(record.isWorthShowing(afterMisses: 1))
        #expect(!record.isWorthShowing(afterMisses: 2))
    }

    @Test(arguments: [-1, 0, 7, 1000]) func otherCountsAreNeverShown(misses: Int) {
        var record = CoastingRecord()
        record.found(afterMisses: misses, expected: box, at: box)
        #expect(!record.isWorthShowing(afterMisses: misses))
    }
}
