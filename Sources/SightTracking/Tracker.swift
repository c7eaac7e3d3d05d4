/// Gives the detections of successive frames identities that last.
///
/// A value: two trackers share nothing, and a copy goes its own way. Equal calls give equal tracks.
///
/// Detections that no object can have are ignored: boxes that are empty, inverted, not finite or
/// absurdly large, scores that are not finite. Scores are clamped to 0…1.
public protocol Tracker: Sendable {
    /// Takes one frame's detections.
    ///
    /// Call it for every frame that detection ran on, also when nothing was found: missing an
    /// object is news. The order of the detections does not matter.
    ///
    /// - Parameters:
    ///   - detections: the boxes found in the frame.
    ///   - time: when the frame was taken; later than that of the frame before.
    /// - Returns: the identities that the tracker vouches for in this frame, by ascending id.
    /// - Throws: `timeNotIncreasing`; the tracker is then as it was before the call.
    mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track]

    /// Forgets every object and the time; identities go on from where they were.
    mutating func reset()
}
