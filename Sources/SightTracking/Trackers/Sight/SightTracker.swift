import SightGeometry

/// The default tracker: combines ideas of several trackers, and reads pixels if it gets them.
///
/// It processes the detections of a frame in four steps:
///
/// 1. It compares each score with the typical score of the stream, so that detectors with low
///    scores and detectors with high scores work equally well.
/// 2. It predicts its objects with a Kalman filter whose noise grows with the size of an object. If
///    most objects share a motion, it takes this motion for that of the camera.
/// 3. It matches all detections with confirmed objects in one assignment, by the IoU of boxes that
///    are grown by a margin; detections with low scores need more overlap. Then it finds lost
///    objects again by their place and size, and matches unconfirmed objects.
/// 4. It starts new objects from the remaining detections. A detection with a high score is
///    confirmed at once, one with a low score after a few matches.
///
/// When an object is found again after a gap, the tracker repeats its filter along the straight
/// line between the two observations. It reports a lost object for at most a few more frames
/// (``SightTrackerOptions/coastingFrames``), and only while such boxes were right often enough in
/// this stream; then it keeps the object without reporting it, and finally removes it.
///
/// If the tracker gets pixels, it measures the motion of the camera in them, and follows objects
/// through frames without detections: by points on the objects, or by their appearance if a person
/// drew their box; see ``SingleObjectTracker``. It follows the latter also in frames whose
/// detections miss them.
///
/// - Source: use of low scores from ByteTrack (Zhang et al., 2022), repair of the filter from
///   OC-SORT (Cao et al., 2023), grown boxes from C-BIoU (Yang et al., 2023), noise by score from
///   GIAOTracker (Du et al., 2021).
public struct SightTracker: VisualTracker {
    /// The options as the caller gave them, limited to useful numbers.
    private let givenOptions: SightTrackerOptions
    /// The options, adapted to the frame rate of the stream.
    private(set) var options: SightTrackerOptions
    var clock = FrameClock()
    var identities = IdentityCounter()
    var tracklets: [ObjectTracklet] = []
    var observations: [Observation] = []
    var typicalScore: Float = 0
    /// The time since the latest frame with detection, in usual frames.
    var unobservedFrames: Float = 0
    // Buffers for matching are kept so that a frame allocates no memory.
    var isFree: [Bool] = []
    var matching = Matching()
    var boxCamera = BoxCamera()
    var coasting = CoastingRecord()
    var sizeJitter = SizeJitter()
    var rows: [Int] = []
    var columns: [Int] = []
    /// The motion from frame to frame; see `SightTracker+Pixels.swift`.
    var flow = FrameFlow()
    /// The trackers that learn the appearance of objects that a person drew, by identity.
    var followers: [Int: SingleObjectTracker] = [:]
    var latestPlane: LuminancePlane?

    /// Creates a tracker.
    public init(options: SightTrackerOptions = SightTrackerOptions()) {
        givenOptions = options.limited()
        self.options = givenOptions
    }

    /// The score from which a detector should report boxes: three fifths of the score that starts
    /// an object.
    ///
    /// Boxes of a detector with lower scores are around several objects, or around none. Of other
    /// detections, the tracker uses those from `minimumScore` on.
    public var lowestUsefulScore: Float? {
        SightTrackerOptions.leastScore(detectorThreshold: options.birthScore)
    }

    /// Processes the detections of one frame; see ``Tracker``.
    ///
    /// - Throws: `timeNotIncreasing`; the tracker is then unchanged.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        try update(detections, seeing: nil, at: time)
    }

    /// Processes a frame with detections, and with its pixels if there are any.
    mutating func update(
        _ detections: [Detection], seeing plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        let interval = clock.usualInterval
        let step = try clock.advance(to: time)
        if clock.usualInterval != interval {
            options = givenOptions.adapted(toInterval: clock.usualInterval)
        }
        collect(detections)
        let previous = latestPlane
        let befores = followers.isEmpty ? [] : tracklets.map(\.predicted)
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
        matchConfirmed()
        relink()
        matchTentative()
        if let plane { followDrawn(from: befores, in: previous, to: plane) }
        giveBirth()
        forget()
        return report()
    }

    /// Forgets all objects and the time; see ``Tracker``.
    public mutating func reset() {
        tracklets.removeAll()
        followers.removeAll()
        latestPlane = nil
        flow.forget()
        clock.reset()
        boxCamera = BoxCamera()
        coasting = CoastingRecord()
        sizeJitter = SizeJitter()
        options = givenOptions
        typicalScore = 0
        unobservedFrames = 0
    }

    private mutating func giveBirth() {
        let existing = tracklets.count
        for index in observations.indices
        where isFree[index] && observations[index].score >= options.birthScore {
            let box = observations[index].box
            let isTaken = tracklets[..<existing].contains {
                $0.misses == 0 && $0.seen.intersectionOverUnion(box) >= options.birthIoU
            }
            if !isTaken { tracklets.append(ObjectTracklet(observations[index], options)) }
        }
    }

    private mutating func forget() {
        tracklets.removeAll { tracklet in
            guard tracklet.misses > 0 else { return false }
            let isGone =
                !tracklet.isConfirmed || tracklet.lostFrames > options.maximumLostFrames
                || tracklet.isDoubtful(options)
            let wasCounted = tracklet.misses > CoastingRecord.longest + 1
            if tracklet.isConfirmed, !wasCounted,
                isGone || tracklet.misses == CoastingRecord.longest + 1
            {
                coasting.lost()
            }
            return isGone
        }
    }

    /// Returns the tracks of this frame; an object gets its identity when it is first reported.
    mutating func report() -> [Track] {
        var tracks: [Track] = []
        for index in tracklets.indices where isShown(tracklets[index]) {
            if tracklets[index].id == 0 { tracklets[index].id = identities.next() }
            tracks.append(track(tracklets[index]))
        }
        // The tracks are nearly sorted, because identities increase with the time of birth.
        tracks.sort { $0.id < $1.id }
        return tracks
    }

    private func isShown(_ tracklet: ObjectTracklet) -> Bool {
        guard tracklet.isConfirmed else { return false }
        guard tracklet.misses > 0 else { return true }
        guard tracklet.lostFrames <= options.coastingFrames, tracklet.hits >= options.coastingHits,
            coasting.isWorthShowing(afterMisses: tracklet.misses)
        else { return false }
        let box = tracklet.predicted
        return !tracklets.contains {
            $0.misses == 0 && $0.observation.box.intersectionOverUnion(box) >= options.coastingIoU
        }
    }

    /// Returns the weight of the filter's box in the reported box.
    ///
    /// A steady detector needs less smoothing, but its boxes of hidden objects, which have low
    /// scores, vary all the same.
    private func smoothing(of observation: Observation) -> Float {
        guard observation.score >= options.highScore else { return options.smoothing }
        return min(options.smoothing, options.smoothingPerJitter * sizeJitter.deviation)
    }

    func track(_ tracklet: ObjectTracklet) -> Track {
        let rate = clock.usualInterval > 0 ? Float(1 / clock.usualInterval) : 0
        let isMatched = tracklet.timeSinceUpdate == 0
        let box =
            isMatched
            ? tracklet.observation.box + smoothing(of: tracklet.observation)
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
