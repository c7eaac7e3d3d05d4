import SightGeometry
import SightTracking
import Testing

/// Objects whose boxes a person drew, in streams with detections.
@Suite struct SightTrackerDrawingTests {
    private static let side: Float = 48

    private func time(_ frame: Int) -> FrameTime {
        FrameTime(nanoseconds: Int64(frame) * 40_000_000)
    }

    /// A square that moves by (2, 1) pixels a frame over another part of the texture; `nil` leaves
    /// the background alone.
    private func plane(_ frame: Int?) throws -> LuminancePlane {
        try FlowImages.plane(width: 320, height: 240) { place in
            guard let frame else { return place }
            let inside = place - SIMD2(Self.left(frame), Self.top(frame))
            return inside.min() >= 0 && inside.max() < Self.side ? inside * 1.1 + 5000 : place
        }
    }

    private static func left(_ frame: Int) -> Float { 60 + 2 * Float(frame) }

    private static func top(_ frame: Int) -> Float { 50 + Float(frame) }

    private func box(_ frame: Int, grownBy margin: Float = 0) -> Rect<Upright> {
        Rect(
            x: Self.left(frame) - margin, y: Self.top(frame) - margin,
            width: Self.side + 2 * margin, height: Self.side + 2 * margin)
    }

    private func detections(_ frame: Int, score: Float = 0.95) -> [Detection] {
        [Detection(box: box(frame), score: score)]
    }

    /// A box that a person draws around a detected object adds no second object, even if the
    /// detection is too weak to confirm the object.
    @Test(arguments: [1, 2, 5, 10], [0.95, 0.6] as [Float])
    func aDrawnObjectIsCountedOnce(every: Int, score: Float) throws {
        var tracker = SightTracker()
        // A first, strong detection makes the weaker score an unusual one.
        let strong = Detection(box: Rect(x: 250, y: 180, width: 40, height: 40), score: 0.95)
        _ = try tracker.update(detections(0, score: score) + [strong], in: plane(0), at: time(0))
        let started = try tracker.start(box(0, grownBy: 3), in: plane(0), at: time(0))
        let drawn = try #require(started)
        #expect(drawn.box.intersectionOverUnion(box(0, grownBy: 3)) > 0.99)
        for frame in 1..<40 {
            let plane = try plane(frame)
            let tracks =
                frame % every == 0
                ? try tracker.update(
                    detections(frame, score: score) + [strong], in: plane, at: time(frame))
                : try tracker.advance(plane, at: time(frame))
            let here = tracks.filter { $0.box.intersectionOverUnion(box(frame)) > 0.5 }
            #expect(here.map(\.id) == [drawn.id], "frame \(frame)")
        }
    }

    @Test func anObjectThatIsDrawnKeepsItsIdentity() throws {
        var tracker = SightTracker()
        var found: [Track] = []
        for frame in 0..<3 {
            found = try tracker.update(detections(frame), in: plane(frame), at: time(frame))
        }
        let started = try tracker.start(box(2), in: plane(2), at: time(2))
        #expect(started?.id == found.first?.id && started?.hits == 3)
        // A box that only touches the object is another object.
        let beside = Rect<Upright>(x: Self.left(2) + 30, y: Self.top(2), width: 48, height: 48)
        let other = try tracker.start(beside, in: plane(2), at: time(2))
        #expect(other != nil && other?.id != started?.id)
    }

    /// Detections that never find a drawn object do not end it.
    @Test(arguments: [1, 3, 10])
    func anUndetectedObjectIsFollowed(every: Int) throws {
        var tracker = SightTracker()
        _ = try tracker.update([], in: plane(0), at: time(0))
        let started = try tracker.start(box(0), in: plane(0), at: time(0))
        let drawn = try #require(started)
        for frame in 1..<60 {
            let plane = try plane(frame)
            let tracks =
                frame % every == 0
                ? try tracker.update([], in: plane, at: time(frame))
                : try tracker.advance(plane, at: time(frame))
            #expect(tracks.map(\.id) == [drawn.id], "frame \(frame)")
            #expect(tracks.first?.state == .lost)
            let overlap = tracks.first?.box.intersectionOverUnion(box(frame)) ?? 0
            #expect(overlap >= 0.7, "frame \(frame)")
        }
    }

    /// A drawn object is followed even if there are more objects than points for them.
    @Test func aDrawnObjectIsFollowedBeforeAllOthers() throws {
        var options = SightTrackerOptions()
        options.maximumFollowed = 0
        var tracker = SightTracker(options: options)
        let started = try tracker.start(box(0), in: plane(0), at: time(0))
        let drawn = try #require(started)
        for frame in 1..<20 {
            let tracks = try tracker.advance(plane(frame), at: time(frame))
            #expect(tracks.map(\.id) == [drawn.id])
            #expect(tracks[0].box.intersectionOverUnion(box(frame)) >= 0.7, "frame \(frame)")
        }
    }

    /// Gaps of the detector do not end a drawn object; when it has left, the background does not
    /// replace it for long.
    @Test(arguments: [1, 5])
    func aDetectedObjectEndsWhenItLeaves(every: Int) throws {
        var tracker = SightTracker()
        let (gap, end) = (10..<30, 40)
        _ = try tracker.update(detections(0), in: plane(0), at: time(0))
        let started = try tracker.start(box(0), in: plane(0), at: time(0))
        let drawn = try #require(started)
        for frame in 1..<90 {
            let plane = try plane(frame < end ? frame : nil)
            let found = frame < end && !gap.contains(frame) ? detections(frame) : []
            let tracks =
                frame % every == 0
                ? try tracker.update(found, in: plane, at: time(frame))
                : try tracker.advance(plane, at: time(frame))
            if frame < end {
                #expect(tracks.map(\.id) == [drawn.id], "frame \(frame)")
            } else if frame >= end + 35 {
                #expect(tracks.isEmpty, "frame \(frame)")
            }
        }
    }
}
