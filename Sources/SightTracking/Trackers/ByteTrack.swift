/// ByteTrack: SORT that first matches sure detections, then gives the unsure ones a chance.
///
/// Time counts in frames; only its order matters. A track shows the box of its detection, and is
/// reported in frames where it has one, once confirmed.
///
/// - Source: Zhang et al., "ByteTrack: Multi-Object Tracking by Associating Every Detection Box",
///   2022; defaults of the package `trackers` 2.6.1.
public struct ByteTrack: Tracker {
    /// What a ByteTrack tracker can be told.
    public struct Options: Hashable, Sendable {
        /// The smallest score of a sure detection, in 0…1.
        public var highScore: Float = 0.6
        /// The smallest score that starts a track, in 0…1.
        public var birthScore: Float = 0.7
        /// The smallest IoU of a match, in 0…1.
        public var minimumIoU: Float = 0.1
        /// Consecutive matches before a track is believed.
        public var confirmationHits = 2
        /// Frames without a match after which a confirmed track is removed.
        public var maximumLostFrames = 30

        /// The defaults.
        public init() {}
    }

    private let options: Options
    private var clock = FrameClock()
    private var identities = IdentityCounter()
    private var tracklets: [CornerTracklet] = []
    private var observations: [Observation] = []
    private var matching = Matching()

    /// Makes a tracker.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// See ``Tracker``.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        _ = try clock.advance(to: time)
        Observation.collect(detections, into: &observations)
        for index in tracklets.indices { tracklets[index].predict() }
        tracklets.removeAll { $0.timeSinceUpdate > options.maximumLostFrames }

        // Observations come with the best scores first.
        let sure = observations.firstIndex { $0.score < options.highScore } ?? observations.count
        let isFree = match(Array(tracklets.indices), sure: 0..<sure)
        let rest = tracklets.indices.filter { tracklets[$0].timeSinceUpdate > 0 }
        _ = match(rest, sure: sure..<observations.count)
        for index in 0..<sure
        where isFree[index] && observations[index].score >= options.birthScore {
            tracklets.append(CornerTracklet(observations[index]))
        }
        tracklets.removeAll { $0.timeSinceUpdate > 0 && $0.id == 0 }
        return report()
    }

    /// See ``Tracker``.
    public mutating func reset() {
        tracklets.removeAll()
        clock.reset()
    }

    /// Matches some tracklets with a range of observations; returns which of these are left over.
    private mutating func match(_ rows: [Int], sure range: Range<Int>) -> [Bool] {
        matching.match(rows: rows.count, columns: range.count, gate: options.minimumIoU) {
            row, column in
            tracklets[rows[row]].predicted.intersectionOverUnion(
                observations[range.lowerBound + column].box)
        }
        var isFree = [Bool](repeating: true, count: range.count)
        for pair in matching.pairs {
            let index = rows[pair.row]
            tracklets[index].update(observations[range.lowerBound + pair.column])
            isFree[pair.column] = false
            if tracklets[index].id == 0,
                tracklets[index].consecutiveHits >= options.confirmationHits
            {
                tracklets[index].id = identities.next()
            }
        }
        return isFree
    }

    private func report() -> [Track] {
        tracklets.filter { $0.timeSinceUpdate == 0 && $0.id > 0 }
            .map { $0.track(secondsPerFrame: clock.usualInterval) }
            .sorted { $0.id < $1.id }
    }
}
