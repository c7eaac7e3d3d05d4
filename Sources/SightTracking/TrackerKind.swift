/// The trackers of this package, with the names that the command line uses.
public enum TrackerKind: String, CaseIterable, Sendable {
    /// The default: ``SightTracker``.
    case sight
    /// SORT: simple online and realtime tracking.
    case sort
    /// ByteTrack, which also matches detections with low scores.
    case bytetrack
    /// OC-SORT: observation-centric SORT.
    case ocsort

    /// Creates a tracker of this kind with its default settings.
    ///
    /// - Parameter threshold: the score, in 0…1, from which the detector reports its boxes; only
    ///   ``SightTracker`` uses it.
    /// - Returns: the tracker.
    public func makeTracker(detectorThreshold threshold: Float? = nil) -> any Tracker {
        switch self {
        case .sight: SightTracker(options: SightTrackerOptions(detectorThreshold: threshold))
        case .sort: SORT()
        case .bytetrack: ByteTrack()
        case .ocsort: OCSORT()
        }
    }
}
