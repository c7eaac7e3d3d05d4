/// Gives the objects of a stream identities that last from frame to frame.
///
/// A tracker is a value: two trackers share nothing, and a copy is independent of the original.
/// Equal calls give equal tracks.
///
/// A tracker ignores detections that cannot belong to an object: boxes that are empty, inverted,
/// not finite or extremely large, and scores that are not finite. It clamps scores to 0…1.
public protocol Tracker: Sendable {
    /// The lowest score of the detections that the tracker uses, in 0…1.
    ///
    /// A tracker that also uses detections below the detector's threshold returns a lower score and
    /// is then given these detections, too. `nil`, the default, means the detector's threshold.
    var lowestUsefulScore: Float? { get }

    /// Processes the detections of one frame.
    ///
    /// Call this method for every frame on which detection ran, even if it found nothing: the
    /// tracker needs to know that its objects were not found. The order of the detections does not
    /// matter.
    ///
    /// - Parameters:
    ///   - detections: the boxes found in the frame, in upright pixels.
    ///   - time: the time at which the frame was taken; later than the previous frame.
    /// - Returns: the objects that the tracker considers present in this frame, by ascending id.
    /// - Throws: `timeNotIncreasing`; the tracker is then unchanged.
    mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track]

    /// Forgets all objects and the time; new objects do not get identities that were used before.
    mutating func reset()
}

extension Tracker {
    /// The detector's threshold.
    public var lowestUsefulScore: Float? { nil }
}
