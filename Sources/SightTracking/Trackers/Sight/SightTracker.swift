import SightGeometry

/// The default tracker: the best ideas of the others, tuned together, and eyes where there are
/// pixels.
///
/// What a frame's detections go through:
///
/// 1. Scores are compared with the stream's typical score, so that a timid detector starts objects
///    as well as a bold one.
/// 2. Objects move on by a filter whose noise grows with their size; a shift that most of them
///    share is taken for the camera's.
/// 3. Sure detections are matched with believed objects by the IoU of boxes grown by a margin,
///    unsure ones with what is left, lost objects are found again by place and size, and only then
///    do unconfirmed objects get their turn.
/// 4. What is left starts new objects. They are shown once the evidence suffices: at once for high
///    scores, after a few matches for low ones.
///
/// After a gap the filter is walked again along the straight line between the two observations. A
/// lost object is shown for two more frames, then hidden, then removed.
///
/// Given pixels, the camera's movement is measured in them, and objects are followed through frames
/// without detections: by points on them, or by their looks where a person drew them, see
/// ``SingleObjectTracker``.
///
/// - Source: two stages from ByteTrack (Zhang et al., 2022), repair of the filter from OC-SORT (Cao
///   et al., 2023), grown boxes from C-BIoU (Yang et al., 2023), noise by score from GIAOTracker (Du
///   et al., 2021).
public struct SightTracker: VisualTracker {
    let options: SightTrackerOptions
    var clock = FrameClock()
    var identities = IdentityCounter()
    var tracklets: [ObjectTracklet] = []
    var observations: [Observation] = []
    var typicalScore: Float = 0
    /// Usual frames without detection since the latest one with.
    var unobservedFrames: Float = 0
    // Memory of one frame's matching, kept so that frames do not allocate.
    var isFree: [Bool] = []
    var matching = Matching()
    var rows: [Int] = []
    var columns: [Int] = []
    /// What moved from frame to frame; see `SightTracker+Pixels.swift`.
    var flow = FrameFlow()
    /// What remembers the looks of objects that a person drew, by identity.
    var followers: [Int: SingleObjectTracker] = [:]
    var latestPlane: LuminancePlane?

    /// Makes a tracker.
    public init(options: SightTrackerOptions = SightTrackerOptions()) {
        self.options = options
    }

    /// See ``Tracker``.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        try update(detections, seeing: nil, at: time)
    }

    /// Takes a frame with detections, and with its pixels if there are any.
    mutating func update(
        _ detections: [Detection], seeing plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let step = try clock.advance(to: time)
        collect(detections)
        for index in tracklets.indices {
            tracklets[index].predict(step: step, unobserved: unobservedFrames, options)
        }
        unobservedFrames = 0
        if let plane {
            if !followPixels(plane) { followCamera() }
        } else {
            flow.forget()
            followCamera()
        }
        matchSure()
        matchUnsure()
        relink()
        matchTentative()
        giveBirth()
        forget()
        return report()
    }

    /// See ``Tracker``.
    public mutating func reset() {
        tracklets.removeAll()
        followers.removeAll()
        latestPlane = nil
        flow.forget()
        clock.reset()
        typicalScore = 0
        unobservedFrames = 0
    }

    private mutating func giveBirth() {
        let existing = tracklets.count
        for index in observations.indices
        where isFree[index] && observations[index].score >= options.birthScore {
            let box = observations[index].box
            let isTaken = tracklets[..<existing].contains {
                $0.misses == 0 && $0.observation.box.intersectionOverUnion(box) >= options.birthIoU
            }
            if !isTaken { tracklets.append(ObjectTracklet(observations[index], options)) }
        }
    }

    private mutating func forget() {
        tracklets.removeAll { tracklet in
            guard tracklet.misses > 0 else { return false }
            return !tracklet.isConfirmed || tracklet.lostFrames > options.maximumLostFrames
        }
    }

    /// What users get of this frame; gives identities to those who are shown for the first time.
    mutating func report() -> [Track] {
        var tracks: [Track] = []
        for index in tracklets.indices where isShown(tracklets[index]) {
            if tracklets[index].id == 0 { tracklets[index].id = identities.next() }
            tracks.append(track(tracklets[index]))
        }
        // Nearly sorted already: identities are given in the order of birth.
        tracks.sort { $0.id < $1.id }
        return tracks
    }

    private func isShown(_ tracklet: ObjectTracklet) -> Bool {
        guard tracklet.isConfirmed else { return false }
        guard tracklet.misses > 0 else { return true }
        guard tracklet.lostFrames <= options.coastingFrames, tracklet.hits >= options.coastingHits
        else { return false }
        let box = tracklet.predicted
        return !tracklets.contains {
            $0.misses == 0 && $0.observation.box.intersectionOverUnion(box) >= options.coastingIoU
        }
    }

    private func track(_ tracklet: ObjectTracklet) -> Track {
        let rate = clock.usualInterval > 0 ? Float(1 / clock.usualInterval) : 0
        let isMatched = tracklet.timeSinceUpdate == 0
        let box =
            isMatched
            ? tracklet.observation.box + options.smoothing
                * (tracklet.predicted - tracklet.observation.box) : tracklet.predicted
        return Track(
            id: tracklet.id, box: box.rectangle, state: isMatched ? .confirmed : .lost,
            score: tracklet.observation.score,
            classIndex: tracklet.classIndex == Observation.noClass ? nil : tracklet.classIndex,
            velocity: Point(
                x: tracklet.filter.velocity.x * rate, y: tracklet.filter.velocity.y * rate),
            age: tracklet.age, hits: tracklet.hits, timeSinceUpdate: tracklet.timeSinceUpdate,
            detectionIndex: isMatched && tracklet.observation.index >= 0
                ? tracklet.observation.index : nil)
    }
}
