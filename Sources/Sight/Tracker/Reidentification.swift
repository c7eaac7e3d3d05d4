import SightGeometry
package import SightTracking

/// Gives an object that returns the identity that it had before it left.
///
/// A tracker forgets an object soon after it has left the frame. This memory keeps some looks of each
/// object. A new object that looks like exactly one of those that are away gets its identity; the
/// tracker's own number of the object is then no longer shown.
package struct Reidentification: Sendable {
    /// The least similarity of a returning object to what it looked like.
    private static let leastSimilarity: Float = 0.92
    /// How much more alike than all other absent objects it must be.
    private static let leastLead: Float = 0.02
    /// Looks at a new object before it is compared: an object that enters is not all seen at once.
    private static let leastLooks = 3
    /// Seconds between two looks that are kept of an object.
    private static let lookInterval = 0.3
    private static let mostLooks = 12
    /// Seconds in which a new object may still turn out to be one that returned.
    private static let decisionTime = 1.0
    /// Seconds for which an object is away at least; the tracker bridges shorter gaps.
    private static let leastAbsence = 0.3
    /// An object that another one overlaps by more than this IoU is not looked at.
    private static let mostOverlap: Float = 0.3
    private static let mostObjects = 512

    /// What is known of one identity.
    private struct Memory: Sendable {
        var looks: [AppearanceVector] = []
        var lastLook: FrameTime
        var lastSeen: FrameTime
        let firstSeen: FrameTime

        init(at time: FrameTime) { (lastLook, lastSeen, firstSeen) = (time, time, time) }

        mutating func add(_ look: AppearanceVector, at time: FrameTime) {
            if looks.count == mostLooks { looks.removeFirst() }
            looks.append(look)
            lastLook = time
        }

        /// The similarity of two objects, in 0…1: each look of this object is compared with the most
        /// similar look of the other one, and the results are averaged.
        func similarity(_ other: Memory) -> Float {
            looks.reduce(0) { sum, look in
                sum + (other.looks.map(look.similarity).max() ?? 0)
            } / Float(max(looks.count, 1))
        }
    }

    /// Seconds after which an absent object is forgotten.
    private let patience: Double
    private var memories: [Int: Memory] = [:]
    /// The identity that each returned object had before, by the tracker's number.
    private var earlier: [Int: Int] = [:]

    /// Makes a memory without objects.
    ///
    /// - Parameter patience: seconds for which an absent object is remembered.
    package init(patience: Double) { self.patience = patience }

    /// The tracks with the identities that their objects have.
    package func identified(_ tracks: [Track]) -> [Track] {
        let present = Set(tracks.map(\.id))
        return tracks.map { track in
            // The tracker itself has found the object again: it keeps its number.
            guard let identity = earlier[track.id], !present.contains(identity) else {
                return track
            }
            return track.with(id: identity)
        }
    }

    /// Looks at the objects of a frame on which detection ran.
    ///
    /// - Returns: the tracks with the identities that their objects have.
    /// - Throws: ``DetectionError`` with code `invalidImage`.
    package mutating func update(_ tracks: [Track], in image: VisionImage, at time: FrameTime)
        throws(DetectionError) -> [Track]
    {
        var looks: [Int: AppearanceVector] = [:]
        for track in tracks where isDue(track, among: tracks, at: time) {
            let box = track.box.clamped(to: image.uprightSize)
            if !box.isEmpty { looks[track.id] = try AppearanceVector(of: image, region: box) }
        }
        for track in identified(tracks) where track.state != .removed {
            memories[track.id, default: Memory(at: time)].lastSeen = time
        }
        for (number, look) in looks {
            memories[earlier[number] ?? number]?.add(look, at: time)
        }
        recognise(looks.keys, among: tracks, at: time)
        forget(at: time)
        return identified(tracks)
    }

    /// Forgets every object.
    package mutating func reset() { (memories, earlier) = ([:], [:]) }

    /// Whether a track is to be looked at: it was detected, nothing hides it, and its last look is
    /// some time ago or it is so new that it may have returned.
    private func isDue(_ track: Track, among tracks: [Track], at time: FrameTime) -> Bool {
        guard track.state == .confirmed || track.state == .tentative, track.timeSinceUpdate == 0
        else { return false }
        guard let memory = memories[earlier[track.id] ?? track.id] else { return true }
        let isNew = earlier[track.id] == nil && isUndecided(memory, at: time)
        guard isNew || time.seconds(since: memory.lastLook) >= Self.lookInterval else {
            return false
        }
        return !tracks.contains {
            $0.id != track.id && $0.box.intersectionOverUnion(track.box) > Self.mostOverlap
        }
    }

    private func isUndecided(_ memory: Memory, at time: FrameTime) -> Bool {
        time.seconds(since: memory.firstSeen) < Self.decisionTime
    }

    /// Finds the absent object that each new one was before; the most alike pairs first.
    private mutating func recognise(
        _ numbers: some Sequence<Int>, among tracks: [Track], at time: FrameTime
    ) {
        let present = Set(identified(tracks).map(\.id))
        var absent = memories.filter { identity, memory in
            !present.contains(identity)
                && time.seconds(since: memory.lastSeen) >= Self.leastAbsence
        }
        guard !absent.isEmpty else { return }
        var pairs: [(number: Int, identity: Int, similarity: Float)] = []
        for number in numbers where earlier[number] == nil {
            guard let object = memories[number], isUndecided(object, at: time),
                object.looks.count >= Self.leastLooks
            else { continue }
            let ranked = absent.map { (identity: $0, similarity: object.similarity($1)) }
                .sorted { ($0.similarity, $1.identity) > ($1.similarity, $0.identity) }
            let lead = ranked[0].similarity - (ranked.dropFirst().first?.similarity ?? 0)
            if ranked[0].similarity >= Self.leastSimilarity, lead >= Self.leastLead {
                pairs.append((number, ranked[0].identity, ranked[0].similarity))
            }
        }
        for pair in pairs.sorted(by: { ($0.similarity, $1.number) > ($1.similarity, $0.number) })
        where absent.removeValue(forKey: pair.identity) != nil {
            earlier[pair.number] = pair.identity
            memories[pair.number] = nil
            memories[pair.identity]?.lastSeen = time
        }
    }

    private mutating func forget(at time: FrameTime) {
        let patience = max(patience, Self.decisionTime)
        memories = memories.filter { time.seconds(since: $0.value.lastSeen) <= patience }
        while memories.count > Self.mostObjects,
            let oldest = memories.min(by: {
                ($0.value.lastSeen, $0.key) < ($1.value.lastSeen, $1.key)
            })
        {
            memories[oldest.key] = nil
        }
        earlier = earlier.filter { memories[$0.value] != nil }
    }
}

extension Track {
    /// The same track under another number.
    fileprivate func with(id: Int) -> Track {
        Track(
            id: id, box: box, state: state, score: score, classIndex: classIndex,
            velocity: velocity, age: age, hits: hits, timeSinceUpdate: timeSinceUpdate,
            detectionIndex: detectionIndex)
    }
}
