import SightGeometry
import SightTesting
import SightTracking
import Testing

/// The properties of every tracker for any input, on seeded scenes of moving, merging, vanishing
/// and false objects.
@Suite struct TrackerPropertyTests {
    /// Makes a scene: the detections of every frame.
    private static func scene(seed: UInt64, objects: Int, frames: Int) -> [[Detection]] {
        var noise = SeededGenerator(seed: seed &+ 1)
        var places = (0..<objects).map { _ in
            SIMD2<Float>(
                .random(in: 0...1800, using: &noise), .random(in: 0...1000, using: &noise))
        }
        let ways = (0..<objects).map { _ in
            SIMD2<Float>(.random(in: -9...9, using: &noise), .random(in: -9...9, using: &noise))
        }
        return (0..<frames).map { _ in
            for index in places.indices { places[index] += ways[index] }
            var detections: [Detection] = []
            for place in places where Float.random(in: 0...1, using: &noise) < 0.85 {
                detections.append(
                    Detection(
                        box: Rect(
                            x: place.x + .random(in: -2...2, using: &noise),
                            y: place.y + .random(in: -2...2, using: &noise),
                            width: .random(in: 38...42, using: &noise),
                            height: .random(in: 77...83, using: &noise)),
                        score: .random(in: 0.3...1, using: &noise)))
            }
            if Bool.random(using: &noise) {
                detections.append(
                    Detection(
                        box: Rect(
                            x: .random(in: 0...1800, using: &noise),
                            y: .random(in: 0...1000, using: &noise),
                            width: .random(in: 1...200, using: &noise),
                            height: .random(in: 1...200, using: &noise)),
                        score: .random(in: 0...1, using: &noise)))
            }
            return detections
        }
    }

    private static func time(_ frame: Int, _ noise: inout SeededGenerator) -> FrameTime {
        FrameTime(
            nanoseconds: Int64(frame) * 40_000_000 + .random(in: 0...30_000_000, using: &noise))
    }

    /// Identities are positive, unique in their frame, never come back once removed, and the same
    /// calls give the same tracks in any order of the detections.
    @Test(arguments: TrackerKind.allCases)
    func identitiesHold(kind: TrackerKind) throws {
        var trackCount = 0
        for seed in 0..<UInt64(250) {
            let scene = Self.scene(
                seed: seed, objects: 1 + Int(seed % 12), frames: 12 + Int(seed % 20))
            var noise = SeededGenerator(seed: seed &+ 1)
            var (tracker, twin) = (kind.makeTracker(), kind.makeTracker())
            var lastSeen: [Int: Int] = [:]
            var latest = 0
            for (frame, detections) in scene.enumerated() {
                let time = Self.time(frame, &noise)
                let shuffled = detections.shuffled(using: &noise)
                let tracks = try tracker.update(detections, at: time)
                let others = try twin.update(shuffled, at: time)
                let ids = tracks.map(\.id)
                #expect(ids == Set(ids).sorted(), "seed \(seed)")
                #expect(ids.allSatisfy { $0 > 0 }, "seed \(seed)")
                #expect(others.map(\.id) == ids, "seed \(seed)")
                #expect(others.map(\.box) == tracks.map(\.box), "seed \(seed)")
                // New identities are higher than all before: none is given twice.
                for id in ids where lastSeen[id] == nil {
                    #expect(id > latest, "seed \(seed)")
                    latest = max(latest, id)
                }
                trackCount += tracks.count
                for track in tracks {
                    // No identity returns after 100 frames without it.
                    #expect(frame - (lastSeen[track.id] ?? frame) <= 100, "seed \(seed)")
                    lastSeen[track.id] = frame
                    #expect(track.box.isFinite && !track.box.isEmpty, "seed \(seed)")
                    #expect((0...1).contains(track.score), "seed \(seed)")
                    #expect(track.hits >= 1 && track.hits <= frame + 1, "seed \(seed)")
                }
                let indices = tracks.compactMap(\.detectionIndex)
                #expect(Set(indices).count == indices.count, "seed \(seed)")
                #expect(indices.allSatisfy(detections.indices.contains), "seed \(seed)")
            }
        }
        #expect(trackCount > 1000)
    }

    /// A thousand objects at once.
    @Test(arguments: TrackerKind.allCases)
    func aThousandObjectsKeepTheirIdentities(kind: TrackerKind) throws {
        var tracker = kind.makeTracker()
        var owners: [Int: Int] = [:]
        var found = 0
        for frame in 0..<6 {
            let detections = (0..<1000).map { (index: Int) -> Detection in
                let (row, column) = index.quotientAndRemainder(dividingBy: 40)
                let left: Int = column * 60 + 2 * frame
                let box = Rect<Upright>(x: Float(left), y: Float(row * 90), width: 40, height: 70)
                return Detection(box: box, score: 0.95)
            }
            let tracks = try tracker.update(
                detections, at: FrameTime(nanoseconds: Int64(frame) * 40_000_000))
            for track in tracks {
                guard let index = track.detectionIndex else { continue }
                found += 1
                #expect(owners[track.id] ?? index == index)
                owners[track.id] = index
            }
        }
        #expect(owners.count == 1000)
        #expect(found >= 4000)
    }

    /// After a reset, new identities follow the old ones; a copy is independent.
    @Test(arguments: TrackerKind.allCases)
    func resetsAndCopiesShareNothing(kind: TrackerKind) throws {
        var noise = SeededGenerator(seed: 78)
        var tracker = kind.makeTracker()
        var seen: Set<Int> = []
        for round in 0..<60 {
            let scene = Self.scene(seed: UInt64(round), objects: 5, frames: 8)
            var copy = tracker
            var now: Set<Int> = []
            for (frame, detections) in scene.enumerated() {
                let time = Self.time(frame, &noise)
                let tracks = try tracker.update(detections, at: time)
                let others = try copy.update(detections, at: time)
                #expect(tracks == others)
                now.formUnion(tracks.map(\.id))
            }
            #expect(now.isDisjoint(with: seen))
            seen.formUnion(now)
            tracker.reset()
        }
        #expect(seen.count >= 60)
    }
}
