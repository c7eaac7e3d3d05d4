import Foundation
import SightGeometry

/// The state of an object in ``SightTracker``.
///
/// The filter's lanes are center x, center y, width, height. All noise is relative to the object's
/// size, so that near and far objects behave alike.
struct ObjectTracklet: Sendable {
    /// The factor of `largestExtent` per match: it halves after 34.
    private static let largestExtentDecay: Float = 0.98
    /// The number of detections that may miss a drawn object whose pixels are found, even if they
    /// are far apart.
    private static let trustedLooks = 2

    private(set) var filter: BoxFilter
    private var frozen: BoxFilter?
    /// The latest observation.
    private(set) var observation: Observation
    /// The recent maximum of width and height.
    private(set) var largestExtent: SIMD2<Float>
    /// The identity; 0 until the object is reported.
    var id = 0
    /// Whether the object has had enough evidence.
    private(set) var isConfirmed = false
    /// Whether a person drew a box of the object.
    private var isDrawn = false
    /// Whether a detection has ever matched the object.
    private var isDetected: Bool
    private(set) var evidence: Float = 0
    /// The number of frames since the object started.
    private(set) var age = 0
    /// The number of matched frames, including the first.
    private(set) var hits = 0
    /// The number of frames since the latest match.
    private(set) var timeSinceUpdate = 0
    /// The number of frames with detection since the object was last found.
    private(set) var misses = 0
    /// The time since the object was last found, up to the latest frame with detection, in usual
    /// frames.
    private(set) var lostFrames: Float = 0
    /// The number of frames with detection since the latest match, even if the pixels showed the
    /// object.
    private var undetected = 0
    /// Whether the object was matched since its appearance was last learned.
    var isLookStale = true
    private var classWeight: Float = 0
    /// The class with the largest sum of scores.
    private(set) var classIndex: Int

    /// Starts an object at its first observation.
    init(_ observation: Observation, _ options: SightTrackerOptions) {
        self.observation = observation
        largestExtent = observation.box.extent
        classIndex = observation.classIndex
        isDetected = observation.index >= 0
        let size = Self.size(of: observation.box)
        let measured = Self.measurementNoise(observation, options)
        let rate = options.initialVelocity * size
        filter = BoxFilter(
            observation.box.centered,
            variance: .init(
                position: measured,
                velocity: rate * rate * SIMD4(1, 1, 0.01, 0.01)))
        count(observation, options)
    }

    /// The predicted edges in this frame; after a match, the filter's.
    var predicted: Corners { Corners(centered: filter.position) }

    /// The edges where a detection of this frame or the pixels show an object without misses.
    var seen: Corners { timeSinceUpdate == 0 ? observation.box : predicted }

    /// Advances by `step` usual frames, to a frame with detection.
    ///
    /// - Parameters:
    ///   - step: the time since the previous frame, in usual frames.
    ///   - unobserved: the time without detection before that, in usual frames.
    ///   - options: the options of the tracker.
    mutating func predict(step: Float, unobserved: Float, _ options: SightTrackerOptions) {
        misses += 1
        undetected += 1
        lostFrames += step + unobserved
        if misses == 2 { frozen = filter }
        drift(step: step, options)
    }

    /// Advances by `step` usual frames without an observation.
    mutating func drift(step: Float, _ options: SightTrackerOptions) {
        age += 1
        timeSinceUpdate += 1
        if misses > 1 { filter.velocity *= options.lostVelocityDecay }
        advance(step, options)
    }

    /// Moves the object to the box where its pixels were found; it is then not missed.
    ///
    /// Following pixels drifts, and each frame inherits the error of the previous frame. The filter
    /// therefore moves but does not become more certain, and the next detection weighs as much as
    /// after a gap.
    mutating func look(at box: Corners, _ options: SightTrackerOptions) {
        let innovation = box.centered - filter.position
        filter.velocity += innovation * SIMD4(1, 1, 0, 0) * options.lookVelocityGain
        filter.shift(by: innovation)
        frozen = nil
        misses = 0
        lostFrames = 0
    }

    /// Moves the object to the box that a person drew, and confirms it regardless of its evidence.
    mutating func believe(_ box: Corners) {
        isConfirmed = true
        isDrawn = true
        isLookStale = false
        observation.box = box
        observation.index = -1
        filter.shift(by: box.centered - filter.position)
    }

    /// Whether the object has been missed for long in comparison with the number of its matches.
    ///
    /// The pixels of an object that a person drew are trusted as long as no detection has ever
    /// matched it. Where detections did and then miss it, it has probably left, and its pixels are
    /// those of the background.
    func isDoubtful(_ options: SightTrackerOptions) -> Bool {
        guard isDrawn else { return Float(misses) > options.lostFramesPerHit * Float(hits) }
        return isDetected && undetected > Self.trustedLooks
            && Float(timeSinceUpdate) > options.maximumLostFrames
    }

    /// Moves the object and its latest observation with the camera.
    mutating func move(by motion: SimilarityMotion) {
        filter.move(by: motion)
        frozen?.move(by: motion)
        observation.box = motion.moved(observation.box)
        largestExtent *= motion.scale
    }

    /// Updates the object with its matched observation in this frame.
    mutating func update(_ observation: Observation, _ options: SightTrackerOptions) {
        if let frozen {
            retrace(from: frozen, to: observation, options)
            self.frozen = nil
        }
        filter.update(
            observation.box.centered, variance: Self.measurementNoise(observation, options))
        self.observation = observation
        largestExtent = pointwiseMax(
            largestExtent * Self.largestExtentDecay, observation.box.extent)
        isLookStale = true
        isDetected = true
        count(observation, options)
    }

    private mutating func count(_ observation: Observation, _ options: SightTrackerOptions) {
        hits += 1
        timeSinceUpdate = 0
        misses = 0
        lostFrames = 0
        undetected = 0
        evidence += max(options.minimumEvidence, pow(observation.standing, options.evidencePower))
        if evidence >= options.confirmationEvidence { isConfirmed = true }
        vote(for: observation)
    }

    /// Counts the observation's class in a weighted majority vote that keeps one candidate.
    private mutating func vote(for observation: Observation) {
        guard observation.classIndex != Observation.noClass else { return }
        if observation.classIndex == classIndex {
            classWeight = min(classWeight + observation.score, 10)
        } else if observation.score > classWeight {
            classIndex = observation.classIndex
            classWeight = observation.score
        } else {
            classWeight -= observation.score
        }
    }

    private mutating func advance(_ step: Float, _ options: SightTrackerOptions) {
        let size = max(1, (filter.position.z + filter.position.w) / 2)
        let drift =
            SIMD4(
                options.centerDrift, options.centerDrift, options.sizeDrift, options.sizeDrift)
            * size
        let acceleration =
            SIMD4(
                options.centerAcceleration, options.centerAcceleration, options.sizeAcceleration,
                options.sizeAcceleration) * size
        filter.predict(
            step: step,
            noise: .init(
                position: drift * drift * step, velocity: acceleration * acceleration * step))
    }

    /// Moves the filter along the line from the observation before a gap to the one after it.
    private mutating func retrace(
        from frozen: BoxFilter, to end: Observation, _ options: SightTrackerOptions
    ) {
        filter = frozen
        let start = observation.box.centered
        let stride = (end.box.centered - start) / Float(misses)
        let noise = Self.measurementNoise(end, options)
        let step = lostFrames / Float(misses)
        // The filter makes one step for each frame of the gap, at most 200.
        for frame in 1..<max(2, min(misses, 200)) {
            filter.update(start + Float(frame) * stride, variance: noise)
            advance(step, options)
        }
    }

    /// Returns the mean of width and height, at least 1 pixel.
    static func size(of box: Corners) -> Float { max(1, box.extent.sum() / 2) }

    private static func measurementNoise(
        _ observation: Observation, _ options: SightTrackerOptions
    ) -> SIMD4<Float> {
        let factor =
            size(of: observation.box) * (1 + options.scoreNoise * (1 - observation.score))
        let deviation =
            SIMD4(options.centerNoise, options.centerNoise, options.sizeNoise, options.sizeNoise)
            * factor
        return deviation * deviation
    }
}
