import SightEvaluation
import SightGeometry
import Testing

@Suite struct MOTMetricsTests {
    /// Compares the metrics with those of py-motmetrics for the same files.
    @Test(
        .enabled(if: SharedTracks.areThere),
        arguments: [
            ("TUD-Campus", 0.557659, 0.526462, 7, 7, 13, 150),
            ("TUD-Stadtmitte", 0.644619, 0.564014, 7, 6, 45, 452),
        ])
    func agreesWithMotmetrics(
        sequence: String, f1: Double, accuracy: Double, switches: Int, fragmentations: Int,
        falseAlarms: Int, misses: Int
    ) throws {
        let metrics = MOTMetrics(
            try MOTSequence(
                groundTruth: SharedTracks.rows("motmetrics/\(sequence)/gt.txt"),
                results: SharedTracks.rows("motmetrics/\(sequence)/test.txt")))
        #expect(abs(metrics.identity.f1 - f1) <= 1e-6)
        #expect(abs(metrics.clear.accuracy - accuracy) <= 1e-6)
        #expect(metrics.clear.identitySwitches == switches)
        #expect(metrics.clear.fragmentations == fragmentations)
        #expect(metrics.clear.falseAlarms == falseAlarms)
        #expect(metrics.clear.misses == misses)
    }

    private func row(_ frame: Int, _ id: Int, x: Float) -> MOTRow {
        MOTRow(frame: frame, id: id, box: Rect(x: x, y: 0, width: 10, height: 10))
    }

    @Test func perfectResultsScoreOne() throws {
        let truth = (1...5).flatMap { [row($0, 1, x: 0), row($0, 2, x: 100)] }
        let metrics = MOTMetrics(try MOTSequence(groundTruth: truth, results: truth))
        #expect(metrics.hota.value == 1)
        #expect(metrics.clear.accuracy == 1)
        #expect(metrics.identity.f1 == 1)
    }

    @Test func aSwitchIsCountedOnce() throws {
        let truth = (1...6).map { row($0, 1, x: 0) }
        let results = (1...6).map { row($0, $0 <= 3 ? 7 : 8, x: 0) }
        let metrics = MOTMetrics(try MOTSequence(groundTruth: truth, results: results))
        #expect(metrics.clear.identitySwitches == 1)
        #expect(metrics.identity.hits == 3)
        #expect(abs(metrics.hota.associationAccuracy - 0.5) <= 1e-12)
        #expect(metrics.hota.detectionAccuracy == 1)
    }

    @Test func nothingFoundIsNothingWon() throws {
        let truth = (1...3).map { row($0, 1, x: 0) }
        let metrics = MOTMetrics(try MOTSequence(groundTruth: truth, results: []))
        #expect(metrics.hota.value == 0)
        #expect(metrics.clear.misses == 3)
        #expect(metrics.identity.f1 == 0)
        let empty = MOTMetrics(try MOTSequence(groundTruth: [], results: []))
        #expect(empty.hota.value == 0)
    }

    /// TrackEval has MOTA 0 there, too.
    @Test func withoutTruthAccuracyIsZero() throws {
        let results = (1...3).map { row($0, 1, x: 0) }
        let metrics = MOTMetrics(try MOTSequence(groundTruth: [], results: results))
        #expect(metrics.clear.accuracy == 0 && metrics.clear.falseAlarms == 3)
    }

    /// Three thousand boxes in one frame, and three thousand identities in as many frames.
    @Test(arguments: [true, false]) func productsHaveLimits(areAtOnce: Bool) {
        let rows = (1...3000).map { row(areAtOnce ? 1 : $0, $0, x: 0) }
        let error = #expect(throws: EvaluationError.self) {
            try MOTSequence(groundTruth: rows, results: rows)
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("9000000 pairs") == true)
    }

    /// Each object is in one frame alone.
    @Test(.timeLimit(.minutes(5))) func manyShortObjectsTakeNoLonger() throws {
        let count = 1 << 18
        let truth = (1...count).map { row($0, $0, x: 0) }
        let results = (1...count).map { row($0, 1, x: 0) }
        let metrics = MOTMetrics(try MOTSequence(groundTruth: truth, results: results))
        #expect(metrics.clear.hits == count && metrics.clear.mostlyTracked == count)
        #expect(metrics.clear.identitySwitches == 0 && metrics.identity.hits == 1)
    }

    @Test func anIdentityTwiceInAFrameIsRefused() {
        let error = #expect(throws: EvaluationError.self) {
            try MOTSequence(groundTruth: [row(4, 9, x: 0), row(4, 9, x: 50)], results: [])
        }
        #expect(error?.code == .duplicateIdentity && error?.detail == .groundTruth)
        #expect(error?.message.contains("frame 4") == true)
        let other = #expect(throws: EvaluationError.self) {
            try MOTSequence(groundTruth: [], results: [row(4, 9, x: 0), row(4, 9, x: 50)])
        }
        #expect(other?.detail == .results)
    }
}
