/// What the default tracker can be told.
///
/// Lengths are in parts of an object's own size, the mean of its width and height; times are in
/// usual frames of the stream, whatever its rate. For a detector whose scores are low throughout,
/// lower `highScore` and `birthScore` to its own threshold.
///
/// The defaults come from a random search for HOTA on five sequences of people, each also at half
/// its rate, with a moving camera and with detections missing. Searches that never saw one of the
/// five scored above the best of the other trackers on it, by 1 to 2.6 points.
public struct SightTrackerOptions: Hashable, Sendable {
    // MARK: Which detections are used

    /// Detections below are not used at all, in 0…1.
    public var minimumScore: Float = 0.1
    /// Detections below are unsure: they keep objects alive but start none, in 0…1.
    public var highScore: Float = 0.55
    /// The smallest score that starts an object, in 0…1.
    public var birthScore: Float = 0.5
    /// A detection that overlaps a better one of its class by this IoU is dropped.
    public var duplicateIoU: Float = 0.78
    /// A detection that overlaps a matched object by this IoU starts none.
    public var birthIoU: Float = 0.56

    // MARK: When objects are believed, shown and given up

    /// A match adds to the evidence for an object: its score, compared with the stream's typical
    /// score, to this power, but at least `minimumEvidence`.
    public var evidencePower: Float = 16
    /// What any match adds to the evidence for an object.
    public var minimumEvidence: Float = 0.15
    /// The evidence at which an object is confirmed.
    public var confirmationEvidence: Float = 0.98
    /// Frames that a confirmed object may go without a match.
    public var maximumLostFrames: Float = 28
    /// Frames that an object is still shown without a match.
    public var coastingFrames: Float = 3
    /// Matches that an object needs to be shown without one.
    public var coastingHits = 3
    /// An object without a match is not shown where it overlaps a matched one by this IoU.
    public var coastingIoU: Float = 0.9
    /// How much of the filter's box is shown, the rest is the detection's; in 0…1.
    public var smoothing: Float = 0.75

    // MARK: How objects move

    /// Standard deviation of a detection's centre.
    public var centerNoise: Float = 0.053
    /// Standard deviation of a detection's width and height.
    public var sizeNoise: Float = 0.052
    /// How much wider these are for a detection of score 0.
    public var scoreNoise: Float = 8
    /// Standard deviation of what a centre does beyond its velocity in a frame.
    public var centerDrift: Float = 0.005
    /// Standard deviation of a centre's change of velocity in a frame.
    public var centerAcceleration: Float = 0.015
    /// Standard deviation of what a size does beyond its velocity in a frame.
    public var sizeDrift: Float = 0.0065
    /// Standard deviation of a size's change of velocity in a frame.
    public var sizeAcceleration: Float = 0.0033
    /// Standard deviation of a new object's velocity.
    public var initialVelocity: Float = 0.1
    /// What is left of a lost object's velocity after a frame.
    public var lostVelocityDecay: Float = 0.993

    // MARK: How objects and detections are matched

    /// Boxes are compared after growing by this part of their size on every side.
    public var buffer: Float = 0.16
    /// The smallest IoU of grown boxes for a sure detection.
    public var minimumIoU: Float = 0.22
    /// The smallest IoU of grown boxes for an unsure detection.
    public var minimumUnsureIoU: Float = 0.28
    /// What the time since the latest match costs, for the longest time.
    public var lostCost: Float = 0.035
    /// What a different class costs beside IoU.
    public var classCost: Float = 0.3
    /// The smallest score of a detection, compared with the stream's typical score, at which a lost
    /// object is found again by place and size.
    public var relinkStanding: Float = 0.9
    /// The largest distance at which a lost object is found again by place and size alone.
    public var relinkDistance: Float = 0.65
    /// The largest distance at which an unconfirmed object, whose movement is not known yet, is
    /// found again.
    public var tentativeDistance: Float = 1
    /// Matches that must agree on a common shift before it is taken for the camera's.
    public var cameraPairs = 3
    /// The smallest ratio of sizes at which a lost object is found again.
    public var relinkSizeRatio: Float = 0.92

    // MARK: Pixels

    /// How fast an object's velocity follows its pixels, in 0…1.
    public var lookVelocityGain: Float = 0.1
    /// Objects that are followed by their pixels at most; the others move on by their velocity and
    /// with the camera.
    public var maximumFollowed = 64

    /// The time after which the whole `lostCost` counts.
    static let longLostFrames: Float = 30

    /// The defaults, which suit a detector whose boxes count from a score of 0.5 on.
    public init() {}

    /// The defaults for a detector of another threshold.
    ///
    /// - Parameter threshold: the score from which on a box counts, in 0…1; objects start from
    ///   there, and are kept alive by boxes that come near it. Without one, or with 0, the
    ///   defaults.
    public init(detectorThreshold threshold: Float?) {
        guard let threshold, threshold > 0, threshold <= 1 else { return }
        birthScore = threshold
        highScore = min(1.1 * threshold, (1 + threshold) / 2)
        minimumScore = min(minimumScore, Self.leastScore(detectorThreshold: threshold))
    }

    /// The smallest score that keeps an object alive.
    ///
    /// Much lower ones are boxes around several objects, or around none.
    package static func leastScore(detectorThreshold threshold: Float) -> Float {
        0.6 * threshold
    }
}
