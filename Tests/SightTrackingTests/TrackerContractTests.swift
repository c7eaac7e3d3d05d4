import SightGeometry
import SightTracking
import Testing

/// What every tracker promises, whatever its method.
@Suite struct TrackerContractTests {
    /// Objects that walk on straight lines, with one that comes and goes.
    private func scene(frame: Int) -> [Detection] {
        (0..<5).compactMap { object in
            guard object != 3 || frame % 20 < 12 else { return nil }
            return Detection(
                box: Rect(
                    x: Float(100 * object + 2 * frame), y: Float(50 + 3 * object), width: 40,
                    height: 80),
                score: 0.9 - 0.02 * Float(object))
        }
    }

    private func time(_ frame: Int) -> FrameTime {
        FrameTime(nanoseconds: Int64(frame) * 33_000_000)
    }

    @Test(arguments: TrackerKind.allCases)
    func identitiesArePositiveUniqueAndStay(kind: TrackerKind) throws {
        var tracker = kind.makeTracker()
        var lastBox: [Int: Rect<Upright>] = [:]
        for frame in 0..<60 {
            let tracks = try tracker.update(scene(frame: frame), at: time(frame))
            #expect(tracks.map(\.id) == Set(tracks.map(\.id)).sorted())
            for track in tracks {
                #expect(track.id > 0)
                if let before = lastBox[track.id], track.timeSinceUpdate == 0 {
                    #expect(abs(before.y - track.box.y) < 2, "\(kind) \(track.id) jumped")
                }
                lastBox[track.id] = track.box
                if let index = track.detectionIndex {
                    let detection = scene(frame: frame)[index]
                    #expect(detection.box.intersectionOverUnion(track.box) > 0.5)
                }
            }
        }
        #expect(lastBox.count >= 5 && lastBox.count <= 8)
    }

    @Test(arguments: TrackerKind.allCases)
    func identitiesAreNotReusedAfterReset(kind: TrackerKind) throws {
        var tracker = kind.makeTracker()
        var first: Set<Int> = []
        var second: Set<Int> = []
        for frame in 0..<10 {
            first.formUnion(try tracker.update(scene(frame: frame), at: time(frame)).map(\.id))
        }
        tracker.reset()
        for frame in 0..<10 {
            second.formUnion(try tracker.update(scene(frame: frame), at: time(frame)).map(\.id))
        }
        #expect(!first.isEmpty && !second.isEmpty)
        #expect(first.isDisjoint(with: second))
    }

    @Test(arguments: TrackerKind.allCases)
    func orderDoesNotMatterAndTrackersAreIndependent(kind: TrackerKind) throws {
        var noise = SeededNoise(seed: 5)
        var plain = kind.makeTracker()
        var shuffled = kind.makeTracker()
        for frame in 0..<40 {
            let detections = scene(frame: frame)
            let other = detections.shuffled(using: &noise)
            let left = try plain.update(detections, at: time(frame))
            let right = try shuffled.update(other, at: time(frame))
            #expect(left.map(\.id) == right.map(\.id))
            #expect(left.map(\.box) == right.map(\.box))
            #expect(
                left.map { $0.detectionIndex.map { detections[$0].box } }
                    == right.map { $0.detectionIndex.map { other[$0].box } })
        }
    }

    @Test(arguments: TrackerKind.allCases)
    func timeRunsForward(kind: TrackerKind) throws {
        var tracker = kind.makeTracker()
        _ = try tracker.update(scene(frame: 0), at: time(5))
        for frame in [5, 4, -100] {
            let error = #expect(throws: TrackingError.self) {
                try tracker.update([], at: time(frame))
            }
            #expect(error?.code == .timeNotIncreasing)
        }
        _ = try tracker.update(scene(frame: 1), at: time(6))
    }

    @Test(arguments: TrackerKind.allCases)
    func nonsenseIsIgnored(kind: TrackerKind) throws {
        let nonsense: [Detection] = [
            Detection(box: Rect(x: .nan, y: 0, width: 10, height: 10), score: 0.9),
            Detection(box: Rect(x: 0, y: 0, width: -10, height: 10), score: 0.9),
            Detection(box: Rect(x: 0, y: 0, width: .infinity, height: 10), score: 0.9),
            Detection(box: Rect(x: 0, y: 0, width: 0, height: 0), score: 0.9),
            Detection(box: Rect(x: 3e38, y: 3e38, width: 3e38, height: 3e38), score: 0.9),
            Detection(box: Rect(x: 500, y: 500, width: 10, height: 10), score: .nan),
            Detection(box: Rect(x: 700, y: 500, width: 10, height: 10), score: -.infinity),
        ]
        var clean = kind.makeTracker()
        var dirty = kind.makeTracker()
        for frame in 0..<20 {
            let left = try clean.update(scene(frame: frame), at: time(frame))
            let right = try dirty.update(
                scene(frame: frame) + nonsense, at: time(frame))
            #expect(left == right)
        }
    }

    @Test(arguments: TrackerKind.allCases, [1, 17, 300])
    func takesAnyNumberOfRandomBoxes(kind: TrackerKind, count: Int) throws {
        var noise = SeededNoise(seed: UInt64(count))
        var tracker = kind.makeTracker()
        var seen: Set<Int> = []
        for frame in 0..<6 {
            let detections = (0..<Int.random(in: 0...count, using: &noise)).map { _ in
                Detection(
                    box: Rect(
                        x: .random(in: -100...2000, using: &noise),
                        y: .random(in: -100...1000, using: &noise),
                        width: .random(in: 0.1...300, using: &noise),
                        height: .random(in: 0.1...300, using: &noise)),
                    score: .random(in: -1...3, using: &noise))
            }
            for track in try tracker.update(detections, at: time(frame)) {
                #expect(track.id > 0 && track.box.isFinite && !track.box.isEmpty)
                #expect((0...1).contains(track.score))
                seen.insert(track.id)
            }
        }
        #expect(seen.max() ?? 0 == seen.count)
    }
}
