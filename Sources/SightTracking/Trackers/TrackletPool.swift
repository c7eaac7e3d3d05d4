/// A tracker's objects, one frame's observations, and what all trackers do with them; a tracker's own
/// file holds only what sets it apart.
struct TrackletPool<Member: Tracklet>: Sendable {
    /// The objects, the oldest first.
    private(set) var members: [Member] = []
    /// This frame's observations, the best scores first.
    private(set) var observations: [Observation] = []
    private var isFree: [Bool] = []
    private var clock = FrameClock()
    private var identities = IdentityCounter()
    private var matching = Matching()

    /// Takes a frame's detections; those below a score are left out.
    ///
    /// - Throws: `timeNotIncreasing`, and stays as it was.
    mutating func collect(
        _ detections: [Detection], at time: FrameTime, minimumScore: Float = 0
    ) throws(TrackingError) {
        _ = try clock.advance(to: time)
        Observation.collect(detections, into: &observations)
        observations.removeAll { $0.score < minimumScore }
        isFree.removeAll(keepingCapacity: true)
        isFree.append(contentsOf: repeatElement(true, count: observations.count))
    }

    /// Moves all objects on by a frame.
    mutating func predict() {
        for index in members.indices { members[index].predict() }
    }

    /// Matches objects that have no observation yet with observations that have no object yet.
    ///
    /// - Parameters:
    ///   - gate: the smallest similarity of a match.
    ///   - isColumn: which observations take part; all by default.
    ///   - bonus: added to the similarity for the choice, not for the gate.
    ///   - similarity: of an object and an observation.
    // Inlined, because the closures run for every pair.
    @inline(__always)
    mutating func match(
        gate: Float, where isColumn: (Observation) -> Bool = { _ in true },
        bonus: (Member, Observation) -> Float = { _, _ in 0 },
        similarity: (Member, Observation) -> Float
    ) {
        let rows = members.indices.filter { members[$0].timeSinceUpdate > 0 }
        let columns = observations.indices.filter { isFree[$0] && isColumn(observations[$0]) }
        matching.match(rows: rows.count, columns: columns.count, gate: gate) {
            bonus(members[rows[$0]], observations[columns[$1]])
        } similarity: {
            similarity(members[rows[$0]], observations[columns[$1]])
        }
        for pair in matching.pairs {
            members[rows[pair.row]].update(observations[columns[pair.column]])
            isFree[columns[pair.column]] = false
        }
    }

    /// Starts objects from what nobody claimed.
    mutating func giveBirth(
        where isSure: (Observation) -> Bool = { _ in true }, _ make: (Observation) -> Member
    ) {
        for index in observations.indices where isFree[index] && isSure(observations[index]) {
            members.append(make(observations[index]))
        }
    }

    /// Removes objects.
    mutating func forget(where isGone: (Member) -> Bool) { members.removeAll(where: isGone) }

    /// What users get of this frame: the matched objects that are believed, by ascending identity.
    ///
    /// - Parameter isBelieved: whether an object is to be shown; it then gets its identity.
    /// - Returns: their tracks.
    mutating func report(where isBelieved: (Member) -> Bool) -> [Track] {
        var tracks: [Track] = []
        for index in members.indices
        where members[index].timeSinceUpdate == 0 && isBelieved(members[index]) {
            if members[index].id == 0 { members[index].id = identities.next() }
            tracks.append(members[index].track(secondsPerFrame: clock.usualInterval))
        }
        return tracks.sorted { $0.id < $1.id }
    }

    /// Forgets every object and the time; identities go on from where they were.
    mutating func reset() {
        members.removeAll()
        clock.reset()
    }
}
