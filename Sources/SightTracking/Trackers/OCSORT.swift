/// Placeholder that every commit until the real one replaces: it tracks nothing.
public struct OCSORT: Tracker {
    /// Makes a tracker with default settings.
    public init() {}

    /// See ``Tracker``.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] { [] }

    /// See ``Tracker``.
    public mutating func reset() {}
}
