/// Placeholder that every commit until the real one replaces: it tracks nothing.
public struct SightTracker: VisualTracker {
    /// Makes a tracker with default settings.
    public init() {}

    /// See ``Tracker``.
    public mutating func update(
        _ detections: [Detection], at time: FrameTime
    ) throws(TrackingError) -> [Track] { [] }

    /// See ``Tracker``.
    public mutating func reset() {}

    /// See ``VisualTracker``.
    public mutating func update(
        _ detections: [Detection], in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track] { [] }

    /// See ``VisualTracker``.
    public mutating func advance(
        _ plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track] { [] }
}
