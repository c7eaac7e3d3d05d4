/// The trackers that come with the package, by the names that the command line uses.
public enum TrackerKind: String, CaseIterable, Sendable {
    /// Our default: the best of the others, see ``SightTracker``.
    case sight
    /// Simple online and real-time tracking.
    case sort
    /// ByteTrack: every detection counts.
    case bytetrack
    /// Observation-centric SORT.
    case ocsort

    /// A new tracker with the kind's default settings.
    ///
    /// - Parameter threshold: the score from which on the detector's boxes count, in 0…1; only
    ///   ``SightTracker`` goes by it.
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
