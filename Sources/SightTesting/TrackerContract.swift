public import Sight

/// The contract of `Tracker`, which every method has to fulfil.
///
/// The suite feeds a tracker with objects that walk on straight lines, with noise and with
/// nonsense. It takes less than a second and needs no files.
///
/// ```swift
/// #expect(TrackerContract.violations { MyTracker() } == [])
/// ```
public enum TrackerContract {
    /// Runs the whole suite.
    ///
    /// - Parameter makeTracker: makes a new tracker; called several times.
    /// - Returns: the promises that were not kept, each at most once; empty when all were.
    public static func violations(of makeTracker: () -> any Tracker) -> [ContractViolation] {
        var findings = ContractFindings()
        do throws(TrackingError) {
            try identities(makeTracker(), &findings)
            try resets(makeTracker(), &findings)
            try order(makeTracker(), makeTracker(), &findings)
            try time(makeTracker(), &findings)
            try nonsense(makeTracker(), makeTracker(), &findings)
            for count in [1, 17, 300] { try noise(makeTracker(), count: count, &findings) }
        } catch {
            findings.expect(false, "frames whose times rise are accepted", "\(error)")
        }
        return findings.violations
    }

    /// Returns five objects on straight lines, one of which comes and goes.
    private static func scene(_ frame: Int) -> [Detection] {
        (0..<5).compactMap { object in
            guard object != 3 || frame % 20 < 12 else { return nil }
            return Detection(
                box: Rect(
                    x: Float(100 * object + 2 * frame), y: Float(50 + 3 * object), width: 40,
                    height: 80),
                score: 0.9 - 0.02 * Float(object))
        }
    }

    private static func time(_ frame: Int) -> FrameTime {
        FrameTime(nanoseconds: Int64(frame) * 33_000_000)
    }

    private static func identities(
        _ tracker: any Tracker, _ findings: inout ContractFindings
    ) throws(TrackingError) {
        var tracker = tracker
        var lastBox: [Int: Rect<Upright>] = [:]
        for frame in 0..<60 {
            let detections = scene(frame)
            let tracks = try tracker.update(detections, at: time(frame))
            let ids = tracks.map(\.id)
            findings.expect(
                ids == Set(ids).sorted(), "tracks come by ascending id, each id once", "\(ids)")
            for track in tracks {
                findings.expect(track.id > 0, "identities are positive", "\(track.id)")
                if let before = lastBox[track.id], track.timeSinceUpdate == 0 {
                    findings.expect(
                        abs(before.y - track.box.y) < 2,
                        "an object that moves along a straight line keeps its identity",
                        "identity \(track.id) jumped from y \(before.y) to \(track.box.y)")
                }
                lastBox[track.id] = track.box
                guard let index = track.detectionIndex else { continue }
                let isInside = detections.indices.contains(index)
                findings.expect(
                    isInside
                        && detections[index].box.intersectionOverUnion(track.box) > 0.5,
                    "detectionIndex names a detection near the track",
                    "index \(index) of \(detections.count) for the box \(track.box)")
            }
        }
        findings.expect(
            (5...8).contains(lastBox.count),
            "five objects, one of which is hidden twice, have 5 to 8 identities",
            "\(lastBox.count) identities")
    }

    private static func resets(
        _ tracker: any Tracker, _ findings: inout ContractFindings
    ) throws(TrackingError) {
        var tracker = tracker
        var rounds: [Set<Int>] = []
        for _ in 0..<2 {
            var seen: Set<Int> = []
            for frame in 0..<10 {
                seen.formUnion(try tracker.update(scene(frame), at: time(frame)).map(\.id))
            }
            rounds.append(seen)
            tracker.reset()
        }
        findings.expect(
            rounds.allSatisfy { !$0.isEmpty }, "ten frames are enough to report objects",
            "\(rounds)")
        findings.expect(
            rounds[0].isDisjoint(with: rounds[1]), "no identity is given again after a reset",
            "\(rounds[0].intersection(rounds[1]).sorted())")
    }

    private static func order(
        _ plain: any Tracker, _ shuffled: any Tracker, _ findings: inout ContractFindings
    ) throws(TrackingError) {
        var (plain, shuffled) = (plain, shuffled)
        var generator = SeededGenerator(seed: 5)
        for frame in 0..<40 {
            let detections = scene(frame)
            let left = try plain.update(detections, at: time(frame))
            let right = try shuffled.update(
                detections.shuffled(using: &generator), at: time(frame))
            findings.expect(
                left.map(\.id) == right.map(\.id) && left.map(\.box) == right.map(\.box),
                "the order of detections does not matter, and trackers share nothing",
                "frame \(frame): \(left.map(\.id)) and \(right.map(\.id))")
        }
    }

    private static func time(
        _ tracker: any Tracker, _ findings: inout ContractFindings
    ) throws(TrackingError) {
        var tracker = tracker
        _ = try tracker.update(scene(0), at: time(5))
        for frame in [5, 4, -100] {
            do throws(TrackingError) {
                _ = try tracker.update([], at: time(frame))
                findings.expect(
                    false, "a frame that is not later is refused",
                    "frame \(frame) after frame 5 was accepted")
            } catch {
                findings.expect(
                    error.code == .timeNotIncreasing,
                    "a frame that is not later is refused with timeNotIncreasing", "\(error)")
            }
        }
        _ = try tracker.update(scene(1), at: time(6))
    }

    private static func nonsense(
        _ clean: any Tracker, _ dirty: any Tracker, _ findings: inout ContractFindings
    ) throws(TrackingError) {
        var (clean, dirty) = (clean, dirty)
        let boxes: [(Rect<Upright>, Float)] = [
            (Rect(x: .nan, y: 0, width: 10, height: 10), 0.9),
            (Rect(x: 0, y: 0, width: -10, height: 10), 0.9),
            (Rect(x: 0, y: 0, width: .infinity, height: 10), 0.9),
            (Rect(x: 0, y: 0, width: 0, height: 0), 0.9),
            (Rect(x: 3e38, y: 3e38, width: 3e38, height: 3e38), 0.9),
            (Rect(x: 500, y: 500, width: 10, height: 10), .nan),
            (Rect(x: 700, y: 500, width: 10, height: 10), -.infinity),
        ]
        let nonsense = boxes.map { Detection(box: $0, score: $1) }
        for frame in 0..<20 {
            let left = try clean.update(scene(frame), at: time(frame))
            let right = try dirty.update(scene(frame) + nonsense, at: time(frame))
            findings.expect(
                left == right, "boxes and scores that no object can have are ignored",
                "frame \(frame): \(left.map(\.id)) and \(right.map(\.id))")
        }
    }

    private static func noise(
        _ tracker: any Tracker, count: Int, _ findings: inout ContractFindings
    ) throws(TrackingError) {
        var tracker = tracker
        var generator = SeededGenerator(seed: UInt64(count))
        for frame in 0..<6 {
            let detections = (0..<Int.random(in: 0...count, using: &generator)).map { _ in
                Detection(
                    box: Rect(
                        x: .random(in: -100...2000, using: &generator),
                        y: .random(in: -100...1000, using: &generator),
                        width: .random(in: 0.1...300, using: &generator),
                        height: .random(in: 0.1...300, using: &generator)),
                    score: .random(in: -1...3, using: &generator))
            }
            for track in try tracker.update(detections, at: time(frame)) {
                findings.expect(
                    track.box.isFinite && !track.box.isEmpty,
                    "boxes of tracks are finite and have content", "\(track.box)")
                findings.expect(
                    (0...1).contains(track.score), "scores of tracks are in 0…1",
                    "\(track.score)")
            }
        }
    }
}
