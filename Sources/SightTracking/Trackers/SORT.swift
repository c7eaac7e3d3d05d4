/// Simple online and real-time tracking: constant velocity, IoU, exact assignment.
///
/// The settings are those in public use today: corners as state and a memory of 30 frames, where
/// the paper had areas and one frame. Time counts in frames; only its order matters. A track shows
/// the box of its detection, and is reported in frames where it has one, once confirmed.
///
/// - Source: Bewley et al., "Simple Online and Realtime Tracking", 2016; defaults of the package
///   `trackers` 2.6.1.
public struct SORT: Tracker {
    /// What a SORT tracker can be told.
    public struct Options: Hashable, Sendable {
        /// The smallest IoU of a match, in 0…1.
        public var minimumIoU: Float = 0.3
        /// The smallest score that starts a track, in 0…1.
        public var birthScore: Float = 0.25
        /// Matches before a track is believed.
        public var confirmationHits = 3
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

        matching.match(
            rows: tracklets.count, columns: observations.count, gate: options.minimumIoU
        ) { row, column in
            tracklets[row].predicted.intersectionOverUnion(observations[column].box)
        }
        var isFree = [Bool](repeating: true, count: observations.count)
        for pair in matching.pairs {
            tracklets[pair.row].update(observations[pair.column])
            isFree[pair.column] = false
        }
        for (index, observation) in observations.enumerated()
        where isFree[index] && observation.score >= options.birthScore {
            tracklets.append(CornerTracklet(observation))
        }
        tracklets.removeAll { $0.timeSinceUpdate > 0 && $0.hits < options.confirmationHits }
        return report()
    }

    /// See ``Tracker``.
    public mutating func reset() {
        tracklets.removeAll()
        clock.reset()
    }

    private mutating func report() -> [Track] {
        var tracks: [Track] = []
        for index in tracklets.indices
        where tracklets[index].timeSinceUpdate == 0
            && tracklets[index].hits >= options.confirmationHits
        {
            if tracklets[index].id == 0 { tracklets[index].id = identities.next() }
            tracks.append(tracklets[index].track(secondsPerFrame: clock.usualInterval))
        }
        return tracks.sorted { $0.id < $1.id }
    }
}
