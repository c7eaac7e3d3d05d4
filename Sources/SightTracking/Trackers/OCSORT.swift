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
    private var pool = TrackletPool<AreaTracklet>()
    private var frameCount = 0

    /// Makes a tracker.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// See ``Tracker``.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let options = options
        try pool.collect(detections, at: time, minimumScore: options.minimumScore)
        if pool.members.isEmpty, pool.observations.isEmpty { return [] }
        pool.predict()
        pool.match(
            gate: options.minimumIoU,
            bonus: { Self.agreement($0, $1) * options.directionWeight },
            similarity: { $0.predicted.intersectionOverUnion($1.box) })
        pool.match(gate: options.minimumIoU) {
            $0.observation.box.intersectionOverUnion($1.box)
        }
        pool.giveBirth { AreaTracklet($0, lookBack: options.directionFrames) }
        pool.forget { $0.timeSinceUpdate > options.maximumLostFrames }
        frameCount += 1
        // The first frames of a stream have no time for consecutive matches.
        let isStart = frameCount - 1 <= options.confirmationHits
        return pool.report {
            $0.hits > 1 && (isStart || $0.consecutiveHits >= options.confirmationHits)
        }
    }

    /// See ``Tracker``.
    public mutating func reset() {
        pool.reset()
        frameCount = 0
    }

    /// How well the way to an observation agrees with an object's direction, times the score.
    private static func agreement(_ tracklet: AreaTracklet, _ observation: Observation) -> Float {
        guard let direction = tracklet.direction else { return 0 }
        let way = AreaTracklet.direction(from: tracklet.reference, to: observation.box)
        let cosine = min(max((direction * way).sum(), -1), 1)
        return (Float.pi / 2 - abs(acos(cosine))) / .pi * observation.score
    }
}
