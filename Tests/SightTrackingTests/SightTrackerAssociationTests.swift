import SightGeometry
import SightTracking
import Testing

/// Which detections the default tracker takes for which objects.
@Suite struct SightTrackerAssociationTests {
    private func time(_ frame: Int) throws -> FrameTime {
        try #require(FrameTime(frame: frame, framesPerSecond: 30))
    }

    private func person(x: Float, score: Float) -> Detection {
        Detection(box: Rect(x: x, y: 60, width: 60, height: 150), score: score)
    }

    /// A person who is hidden by another keeps the identity if the detector still finds a box with
    /// a low score.
    @Test func whoHidesAPersonDoesNotGetTheIdentity() throws {
        var tracker = SightTracker()
        var hidden: [Int] = []
        for frame in 0..<40 {
            // A second person appears in front of the first, who stands still.
            let found =
                frame < 20
                ? [person(x: 100, score: 0.9)]
                : [person(x: 100, score: 0.35), person(x: 118, score: 0.9)]
            let tracks = try tracker.update(found, at: time(frame))
            hidden += tracks.filter { $0.detectionIndex == 0 }.map(\.id)
            if frame >= 25 { #expect(Set(tracks.map(\.id)).count == 2, "frame \(frame)") }
        }
        #expect(hidden == Array(repeating: 1, count: 40))
    }

    /// A detection with a low score finds an object again after a short gap, but not after a long one.
    @Test(arguments: [0, 3, 8, 9, 15, 25])
    func lowScoresFindObjectsAgainForAShortTime(gap: Int) throws {
        let options = SightTrackerOptions()
        var tracker = SightTracker(options: options)
        for frame in 0..<20 {
            _ = try tracker.update([person(x: 100, score: 0.9)], at: time(frame))
        }
        for frame in 20..<20 + gap { _ = try tracker.update([], at: time(frame)) }
        let tracks = try tracker.update([person(x: 100, score: 0.35)], at: time(20 + gap))
        let isFound = gap < options.maximumUnsureMisses
        #expect(tracks.filter { $0.detectionIndex == 0 }.map(\.id) == (isFound ? [1] : []))
    }

    /// An object with one detection is soon forgotten, and one with many is not.
    @Test(arguments: [(1, 4, true), (1, 5, false), (2, 8, true), (2, 10, false), (10, 20, true)])
    func fewDetectionsAreSoonForgotten(hits: Int, gap: Int, isKept: Bool) throws {
        var tracker = SightTracker()
        for frame in 0..<hits {
            _ = try tracker.update([person(x: 100, score: 0.9)], at: time(frame))
        }
        for frame in hits..<hits + gap { _ = try tracker.update([], at: time(frame)) }
        let tracks = try tracker.update([person(x: 100, score: 0.9)], at: time(hits + gap))
        #expect(tracks.map(\.id) == [isKept ? 1 : 2])
    }

    /// A box that a person drew counts as more than one detection.
    @Test func drawnObjectsAreNotForgottenSooner() throws {
        var tracker = SightTracker()
        let plane = try FlowImages.plane(width: 320, height: 240) { $0 }
        let found = person(x: 100, score: 0.9)
        let drawn = try #require(try tracker.start(found.box, in: plane, at: time(0)))
        for frame in 1..<20 { _ = try tracker.update([], in: plane, at: time(frame)) }
        let tracks = try tracker.update([found], in: plane, at: time(20))
        #expect(tracks.map(\.id) == [drawn.id])
    }

    /// The boxes of a steady detector are hardly smoothed, so that they follow an object that changes
    /// its shape; those of an unsteady detector are smoothed.
    @Test func steadyBoxesAreHardlySmoothed() throws {
        func error(jitter: Float) throws -> Float {
            var tracker = SightTracker()
            var sum: Float = 0
            for frame in 0..<200 {
                // The arms of a walking person, and the errors of the detector.
                let width = 60 + 0.5 * Float(frame % 8) + (frame % 2 == 0 ? jitter : -jitter)
                let box = Rect<Upright>(x: 130 - width / 2, y: 60, width: width, height: 150)
                let tracks = try tracker.update([Detection(box: box, score: 0.9)], at: time(frame))
                if frame >= 100 { sum += abs((tracks.first?.box.width ?? 0) - width) }
            }
            return sum / 100
        }
        #expect(try error(jitter: 0) < 0.6)
        #expect(try error(jitter: 10) > 4)
    }
}
