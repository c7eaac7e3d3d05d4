/// The settings of ``SightTracker``.
///
/// Lengths are fractions of an object's size, the mean of its width and height. Times are counted
/// in usual frames of the stream. The values are for 30 frames per second; for other rates, the
/// tracker adapts `buffer` and `maximumLostFrames`. For a detector with low scores, lower
/// `highScore` and `birthScore` to its threshold.
///
/// A value that would make boxes infinite is replaced by the nearest safe value, and NaN by the
/// default.
///
/// The defaults come from a random search for HOTA on five sequences of people, each also at lower
/// frame rates, with moving cameras and with missing detections. Searches that left one of the
/// five sequences out scored above the best of the other trackers on it, by 1 to 2.6 points. Later
/// searches kept a change only if no sequence lost more than a fraction of a point by it.
public struct SightTrackerOptions: Hashable, Sendable {
    // MARK: Selection of detections

    /// Detections with a lower score are not used, in 0…1.
    public var minimumScore: Float = 0.1
    /// The score from which on a detection is sure, in 0…1.
    ///
    /// Sure detections are smoothed less, need no larger overlap, and match objects that are not
    /// confirmed yet. They alone show the camera's motion and the usual score of an object.
    public var highScore: Float = 0.55
    /// The smallest score that starts an object, in 0…1.
    public var birthScore: Float = 0.5
    /// A detection that overlaps a better one of its class by this IoU is ignored.
    public var duplicateIoU: Float = 0.81
    /// A detection that overlaps a matched object by this IoU does not start a new object.
    public var birthIoU: Float = 0.56

    // MARK: Confirmation, reporting and removal of objects

    /// A match adds evidence for an object: the ratio of its score to the typical score of the
    /// stream, to this power, and at least `minimumEvidence`.
    public var evidencePower: Float = 18
    /// The least evidence that a match adds.
    public var minimumEvidence: Float = 0.15
    /// The evidence at which an object is confirmed.
    public var confirmationEvidence: Float = 0.98
    /// The number of frames that a confirmed object survives without a match.
    public var maximumLostFrames: Float = 28
    /// The number of frames without a match that a confirmed object survives for each match that it
    /// had, up to `maximumLostFrames`: an object with few matches is often a false detection.
    public var lostFramesPerHit: Float = 4
    /// The largest number of frames in which an object without a match is still reported; fewer if
    /// its predicted place is mostly wrong in this stream.
    public var coastingFrames: Float = 3
    /// The number of matches that an object needs to be reported without a match.
    public var coastingHits = 3
    /// An object without a match is not reported if it overlaps a matched object by this IoU.
    public var coastingIoU: Float = 0.9
    /// The largest weight of the filter's box in the reported box, in 0…1; the rest is the
    /// detection's box.
    public var smoothing: Float = 0.71
    /// The weight of the filter's box for a detection with a high score, divided by the deviation
    /// of the detections' sizes from the predicted ones.
    public var smoothingPerJitter: Float = 9

    // MARK: Motion of objects

    /// Standard deviation of the middle of a detection.
    public var centerNoise: Float = 0.053
    /// Standard deviation of the width and the height of a detection.
    public var sizeNoise: Float = 0.052
    /// For a detection of score 0, both deviations are multiplied by 1 plus this number.
    public var scoreNoise: Float = 8
    /// Standard deviation of the middle's motion in a frame, beyond its velocity.
    public var centerDrift: Float = 0.005
    /// Standard deviation of the change of the middle's velocity in a frame.
    public var centerAcceleration: Float = 0.015
    /// Standard deviation of the change of the size in a frame, beyond its velocity.
    public var sizeDrift: Float = 0.0065
    /// Standard deviation of the change of the size's velocity in a frame.
    public var sizeAcceleration: Float = 0.0033
    /// Standard deviation of a new object's velocity.
    public var initialVelocity: Float = 0.1
    /// The factor by which the velocity of a lost object changes in a frame.
    public var lostVelocityDecay: Float = 0.993

    // MARK: Matching of objects and detections

    /// The margin, as a part of the size, by which a box grows on every side before it is compared.
    public var buffer: Float = 0.16
    /// The smallest IoU of grown boxes for a match with a high score.
    public var minimumIoU: Float = 0.22
    /// The smallest IoU of grown boxes for a match with a low score.
    public var minimumUnsureIoU: Float = 0.42
    /// The largest number of frames without a match, counted with the present one, after which a
    /// detection with a low score still finds its object.
    public var maximumUnsureMisses = 9
    /// The number that is subtracted from the IoU of a pair after the longest time without a match;
    /// less after a shorter time.
    public var lostCost: Float = 0.035
    /// The number that is subtracted from the IoU of a pair with different classes.
    public var classCost: Float = 0.3
    /// The smallest ratio of a detection's score to the typical score of the stream at which it can
    /// find a lost object again by place and size.
    public var relinkStanding: Float = 0.9
    /// The largest distance at which a lost object is found again by place and size alone.
    public var relinkDistance: Float = 0.65
    /// The largest distance at which an unconfirmed object, whose motion is not known yet, is found
    /// again.
    public var tentativeDistance: Float = 1.1
    /// The number of matches that must share a shift before it counts as the motion of the camera.
    public var cameraPairs = 3
    /// The smallest ratio of sizes at which a lost object is found again.
    public var relinkSizeRatio: Float = 0.92
    /// The largest ratio of a detection's width or height to the recent maximum of its object.
    public var maximumGrowth: Float = 1.8

    // MARK: Pixels

    /// The rate at which the velocity of an object adapts to its pixels, in 0…1.
    public var lookVelocityGain: Float = 0.1
    /// The largest number of objects that are followed by their pixels; the others move by their
    /// velocity and with the camera.
    public var maximumFollowed = 64

    /// The number of matches after which the predicted size of an object is a measure of its
    /// detections.
    static let settlingHits = 5
    /// The time after which the whole `lostCost` counts.
    static let longLostFrames: Float = 30

    /// The default settings, for a detector whose threshold is 0.5.
    public init() {}

    /// The default settings, adapted to a detector with another threshold.
    ///
    /// - Parameter threshold: the score, in 0…1, from which the detector reports its boxes. Objects
    ///   start at this score, and detections of three fifths of it keep them. `nil` and 0 give the
    ///   default settings.
    public init(detectorThreshold threshold: Float?) {
        guard let threshold, threshold > 0, threshold <= 1 else { return }
        birthScore = threshold
        highScore = min(1.1 * threshold, (1 + threshold) / 2)
        minimumScore = min(minimumScore, Self.leastScore(detectorThreshold: threshold))
    }

    /// Returns the smallest score that keeps an object alive.
    ///
    /// Boxes with much lower scores are around several objects, or around none.
    package static func leastScore(detectorThreshold threshold: Float) -> Float {
        0.6 * threshold
    }
}
