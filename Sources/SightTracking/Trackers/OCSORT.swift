import Foundation

/// Observation-centric SORT: directions, second chances and repairs from observations, not from the
/// filter.
///
/// Time counts in frames; only its order matters. A track shows the box of its detection, and is
/// reported in frames where it has one and was matched often enough without a gap.
///
/// - Source: Cao et al., "Observation-Centric SORT: Rethinking SORT for Robust Multi-Object
///   Tracking", 2023; defaults of the package `trackers` 2.6.1.
public struct OCSORT: Tracker {
    /// What an OC-SORT tracker can be told.
    public struct Options: Hashable, Sendable {
        /// The smallest score of a detection that is used, in 0…1.
        public var minimumScore: Float = 0.6
        /// The smallest IoU of a match, in 0…1.
        public var minimumIoU: Float = 0.3
        /// What agreement of directions counts beside IoU.
        public var directionWeight: Float = 0.2
        /// Frames between the observations that give a direction.
        public var directionFrames = 3
        /// Consecutive matches before a track is believed.
        public var confirmationHits = 3
        /// Frames without a match after which a track is removed.
        public var maximumLostFrames = 30

        /// The defaults.
        public init() {}
    }

    private let options: Options
    private var clock = FrameClock()
    private var identities = IdentityCounter()
    private var tracklets: [AreaTracklet] = []
    private var observations: [Observation] = []
    private var matching = Matching()
    private var frameCount = 0

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
        observations.removeAll { $0.score < options.minimumScore }
        if tracklets.isEmpty, observations.isEmpty { return [] }
        for index in tracklets.indices { tracklets[index].predict() }

        var isFree = [Bool](repeating: true, count: observations.count)
        matchByMovement(&isFree)
        matchByLastObservation(&isFree)
        for (index, observation) in observations.enumerated() where isFree[index] {
            tracklets.append(AreaTracklet(observation, lookBack: options.directionFrames))
        }
        tracklets.removeAll { $0.timeSinceUpdate > options.maximumLostFrames }
        frameCount += 1
        return report()
    }

    /// See ``Tracker``.
    public mutating func reset() {
        tracklets.removeAll()
        clock.reset()
        frameCount = 0
    }

    private mutating func matchByMovement(_ isFree: inout [Bool]) {
        let directions = tracklets.map { ($0.direction, $0.reference) }
        matching.match(
            rows: tracklets.count, columns: observations.count, gate: options.minimumIoU
        ) { row, column in
            let (direction, reference) = directions[row]
            guard let direction else { return 0 }
            let way = AreaTracklet.direction(from: reference, to: observations[column].box)
            let cosine = min(max((direction * way).sum(), -1), 1)
            let agreement = (Float.pi / 2 - abs(acos(cosine))) / .pi
            return options.directionWeight * agreement * observations[column].score
        } similarity: { row, column in
            tracklets[row].predicted.intersectionOverUnion(observations[column].box)
        }
        for pair in matching.pairs {
            tracklets[pair.row].update(observations[pair.column])
            isFree[pair.column] = false
        }
    }

    private mutating func matchByLastObservation(_ isFree: inout [Bool]) {
        let rows = tracklets.indices.filter { tracklets[$0].timeSinceUpdate > 0 }
        let columns = observations.indices.filter { isFree[$0] }
        matching.match(rows: rows.count, columns: columns.count, gate: options.minimumIoU) {
            row, column in
            tracklets[rows[row]].observation.box.intersectionOverUnion(
                observations[columns[column]].box)
        }
        for pair in matching.pairs {
            tracklets[rows[pair.row]].update(observations[columns[pair.column]])
            isFree[columns[pair.column]] = false
        }
    }

    private mutating func report() -> [Track] {
        // The first frames of a stream have no time for consecutive matches.
        let isStart = frameCount - 1 <= options.confirmationHits
        var tracks: [Track] = []
        for index in tracklets.indices
        where tracklets[index].timeSinceUpdate == 0 && tracklets[index].hits > 1 {
            guard isStart || tracklets[index].consecutiveHits >= options.confirmationHits else {
                continue
            }
            if tracklets[index].id == 0 { tracklets[index].id = identities.next() }
            tracks.append(tracklets[index].track(secondsPerFrame: clock.usualInterval))
        }
        return tracks.sorted { $0.id < $1.id }
    }
}
