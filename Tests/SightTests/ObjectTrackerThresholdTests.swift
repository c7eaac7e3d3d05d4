import Foundation
import ModelFixtures
import Sight
import SightImage
import Testing

/// The effect of the detector's threshold on a stream.
@Suite struct ObjectTrackerThresholdTests {
    /// The number of identities in a stream of equal frames, for a detector with two boxes.
    private func count(
        scores: [Float], threshold: Float, _ kind: TrackerKind? = nil
    ) async throws -> Int {
        let model = StubModels.detector(
            boxes: [[0, 0, 0.4, 0.4], [0.5, 0.5, 1, 1]], classes: [0, 0], scores: scores)
        var options = LocalizerOptions()
        options.scoreThreshold = threshold
        var streaming = ObjectTrackerOptions()
        streaming.allowsMultipleObjects = true
        streaming.tracker = kind?.makeTracker()
        let tracker = ObjectTracker(
            localizer: try Localizer(ModelFile(data: Data(model)), options: options),
            options: streaming)
        var found: Set<Int> = []
        for index in 0..<12 {
            let frame = try await tracker.objects(
                in: TrackerStubs.frame(), at: TrackerStubs.time(index))
            found.formUnion(frame.objects.compactMap(\.trackingID))
        }
        return found.count
    }

    /// Boxes below the threshold continue tracks, but start no track.
    @Test func boxesBelowItStartNothing() async throws {
        #expect(try await count(scores: [0.9, 0.4], threshold: 0.5) == 1)
        #expect(try await count(scores: [0.4, 0.4], threshold: 0.5) == 0)
    }

    /// A detector with low scores starts tracks if these are above the threshold.
    @Test func boxesAboveItStartObjects() async throws {
        #expect(try await count(scores: [0.3, 0.25], threshold: 0.2) == 2)
        #expect(try await count(scores: [0.9, 0.8], threshold: 0.7) == 2)
    }
}
