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
    private var pool = TrackletPool<CornerTracklet>()

    /// Makes a tracker.
    public init(options: Options = Options()) {
        self.options = options
    }

    /// See ``Tracker``.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let options = options
        try pool.collect(detections, at: time)
        pool.predict()
        pool.forget { $0.timeSinceUpdate > options.maximumLostFrames }
        pool.match(gate: options.minimumIoU) {
            $0.predicted.intersectionOverUnion($1.box)
        }
        pool.giveBirth(where: { $0.score >= options.birthScore }, CornerTracklet.init)
        pool.forget { $0.timeSinceUpdate > 0 && $0.hits < options.confirmationHits }
        return pool.report { $0.hits >= options.confirmationHits }
    }

    /// See ``Tracker``.
    public mutating func reset() { pool.reset() }
}
