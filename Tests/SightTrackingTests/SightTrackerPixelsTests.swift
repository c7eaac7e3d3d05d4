import SightGeometry
import SightTracking
import Testing

/// The default tracker with pixels: the camera, and frames without detections.
@Suite struct SightTrackerPixelsTests {
    private func time(_ frame: Int) -> FrameTime {
        FrameTime(nanoseconds: Int64(frame) * 40_000_000)
    }

    /// A camera's view of the texture; objects are squares of another part of the texture.
    private func plane(
        camera: SIMD2<Float>, _ objects: [SIMD2<Float>] = [], side: Float = 48
    ) throws -> LuminancePlane {
        try FlowImages.plane(width: 320, height: 240) { place in
            let world = place + camera
            for object in objects {
                let inside = world - object
                if inside.min() >= 0, inside.max() < side { return inside * 1.1 + 5000 }
            }
            return world
        }
    }

    private func detections(_ places: [SIMD2<Float>], side: Float = 48) -> [Detection] {
        places.map {
            Detection(box: Rect(x: $0.x, y: $0.y, width: side, height: side), score: 0.95)
        }
    }

    @Test func objectsAreFollowedThroughFramesWithoutDetections() throws {
        var tracker = SightTracker()
        func places(_ frame: Int) -> [SIMD2<Float>] {
            [SIMD2(40 + 3 * Float(frame), 60), SIMD2(200 - 2 * Float(frame), 150)]
        }
        var ids: Set<Int> = []
        for frame in 0..<12 {
            let plane = try plane(camera: .zero, places(frame))
            let tracks =
                frame < 2
                ? try tracker.update(detections(places(frame)), in: plane, at: time(frame))
                : try tracker.advance(plane, at: time(frame))
            ids.formUnion(tracks.map(\.id))
            guard frame >= 2 else { continue }
            #expect(tracks.count == 2)
            for track in tracks {
                #expect(track.state == .lost && track.timeSinceUpdate > 0)
                let best = detections(places(frame)).map { $0.box.intersectionOverUnion(track.box) }
                    .max()
                #expect(best ?? 0 >= 0.75, "frame \(frame): \(track.box)")
            }
        }
        #expect(ids.count == 2)
    }

    /// While a camera pans, undetected objects keep their position in the world, and are found
    /// there again.
    @Test func theCameraIsNotTheObjects() throws {
        var tracker = SightTracker()
        let standing = SIMD2<Float>(180, 90)
        var first: Int?
        for frame in 0..<20 {
            let camera = SIMD2(Float(6 * frame), 0)
            let plane = try plane(camera: camera, [standing])
            let hidden = (8..<13).contains(frame)
            let tracks = try tracker.update(
                hidden ? [] : detections([standing - camera]), in: plane, at: time(frame))
            guard let track = tracks.first else { continue }
            first = first ?? track.id
            #expect(track.id == first)
            #expect(track.detectionIndex == nil || tracks.count == 1)
            // The object itself stands still; the velocity is not the camera's 150 pixels a second.
            if frame > 4 { #expect(abs(track.velocity.x) <= 30, "frame \(frame)") }
        }
        #expect(first == 1)
    }

    @Test func cameraMotionIsMeasured() throws {
        var flow = FrameFlow()
        flow.take(try plane(camera: .zero))
        #expect(!flow.isReady && flow.cameraMotion(avoiding: []) == nil)
        flow.take(try plane(camera: SIMD2(4, -3)))
        let found = flow.cameraMotion(avoiding: [])
        let motion = try #require(found)
        #expect(abs(motion.shift.x + 4) <= 0.1 && abs(motion.shift.y - 3) <= 0.1)
        // Without movement, the result is exactly zero.
        flow.take(try plane(camera: SIMD2(4, -3)))
        #expect(flow.cameraMotion(avoiding: []) == .still)
        // A zoom about the top-left corner.
        flow.take(try FlowImages.plane(width: 320, height: 240) { $0 / 1.02 + SIMD2(4, -3) })
        let answer = flow.cameraMotion(avoiding: [])
        let zoom = try #require(answer)
        #expect(abs(zoom.scale - 1.02) <= 0.002)
        // If objects cover everything, no background is left.
        #expect(flow.cameraMotion(avoiding: [SIMD4(-9, -9, 999, 999)]) == nil)
        // After a cut, nothing of the previous image is left.
        flow.take(try FlowImages.plane(width: 320, height: 240) { $0 * 3 + 9000 })
        #expect(flow.cameraMotion(avoiding: []) == nil)
        // Another size starts over.
        flow.take(try FlowImages.plane(width: 300, height: 240))
        #expect(!flow.isReady)
    }

    @Test func framesWithoutPixelsBreakTheFlow() throws {
        var tracker = SightTracker()
        let place = SIMD2<Float>(100, 100)
        for frame in 0..<3 {
            _ = try tracker.update(
                detections([place]), in: plane(camera: .zero, [place]), at: time(frame))
        }
        _ = try tracker.update(detections([place]), at: time(3))
        // The image of frame 2 is not used for frame 4.
        let tracks = try tracker.advance(plane(camera: SIMD2(20, 20), [place]), at: time(4))
        #expect(tracks.count == 1)
        let overlap = tracks[0].box.intersectionOverUnion(detections([place])[0].box)
        #expect(overlap >= 0.7)
    }

    /// A thousand objects use no more points than the limit allows, and none is lost.
    @Test func takesManyObjects() throws {
        var tracker = SightTracker()
        let places = (0..<1000).map { index -> SIMD2<Float> in
            SIMD2(Float(index % 40), Float(index / 40)) * SIMD2(8, 9)
        }
        let boxes = detections(places, side: 7)
        for frame in 0..<2 {
            _ = try tracker.update(boxes, in: plane(camera: .zero), at: time(frame))
        }
        for frame in 2..<4 {
            let tracks = try tracker.advance(plane(camera: .zero), at: time(frame))
            #expect(tracks.count == 1000)
        }
    }

    @Test func fewerThanNoObjectsAreNone() throws {
        var options = SightTrackerOptions()
        options.maximumFollowed = -1
        var tracker = SightTracker(options: options)
        let place = SIMD2<Float>(100, 100)
        for frame in 0..<2 {
            _ = try tracker.update(
                detections([place]), in: plane(camera: .zero, [place]), at: time(frame))
        }
        let tracks = try tracker.advance(plane(camera: .zero, [place]), at: time(2))
        #expect(tracks.count <= 1)
    }

    @Test func equalPixelsGiveEqualTracks() throws {
        var trackers = [SightTracker(), SightTracker()]
        for frame in 0..<8 {
            let camera = SIMD2<Float>(Float(frame), 0)
            let place = SIMD2<Float>(50 + 2 * Float(frame), 70)
            let plane = try plane(camera: camera, [place])
            let found = detections([place - camera])
            var answers: [[Track]] = []
            for index in trackers.indices {
                answers.append(
                    frame % 3 == 0
                        ? try trackers[index].update(found, in: plane, at: time(frame))
                        : try trackers[index].advance(plane, at: time(frame)))
            }
            #expect(answers[0] == answers[1] && !answers[0].isEmpty)
            // A copy goes on as its original does.
            trackers[1] = trackers[0]
        }
    }
}
