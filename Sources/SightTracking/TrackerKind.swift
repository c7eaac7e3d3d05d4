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
    public func makeTracker() -> any Tracker {
        switch self {
        case .sight: SightTracker()
        case .sort: SORT()
        case .bytetrack: ByteTrack()
        case .ocsort: OCSORT()
        }
    }
}
