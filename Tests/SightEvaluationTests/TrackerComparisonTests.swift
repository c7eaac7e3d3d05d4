import SightEvaluation
import SightTracking
import Testing

/// HOTA and identity switches on the sequences beside the package.
@Suite(.enabled(if: SharedTracks.areThere)) struct TrackerComparisonTests {
    /// Compares with the package `trackers` 2.6.1 with its defaults, measured by its own evaluator.
    @Test(arguments: [
        (TrackerKind.sort, "TUD-Campus", 0.441, 8), (.sort, "KITTI-17", 0.448, 16),
        (.bytetrack, "TUD-Campus", 0.468, 5), (.bytetrack, "TUD-Stadtmitte", 0.528, 14),
        (.ocsort, "TUD-Campus", 0.488, 3), (.ocsort, "KITTI-17", 0.459, 9),
    ])
    func scoresWhatThePeerScores(
        kind: TrackerKind, sequence: String, hota: Double, switches: Int
    ) throws {
        let metrics = try measure(kind, sequence)
        #expect(abs(metrics.hota.value - hota) <= 0.001)
        #expect(metrics.clear.identitySwitches == switches)
    }

    /// Compares with the best of the three other trackers on each sequence.
    @Test(arguments: [
        ("KITTI-17", 0.459), ("TUD-Campus", 0.488), ("TUD-Stadtmitte", 0.528),
    ])
    func defaultScoresAboveTheBestPeer(sequence: String, best: Double) throws {
        #expect(try measure(.sight, sequence).hota.value > best)
    }

    private func measure(_ kind: TrackerKind, _ sequence: String) throws -> MOTMetrics {
        MOTMetrics(
            try MOTSequence(
                groundTruth: SharedTracks.truth(sequence),
                results: SharedTracks.results(sequence, kind.makeTracker())))
    }
}
