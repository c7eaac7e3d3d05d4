public import SightGeometry
public import SightTracking

/// What an ``ObjectTracker`` knows about one frame.
public struct TrackedFrame: Sendable {
    /// The objects, the most prominent first; each has a ``Object/trackingID``.
    public let objects: [Object]
    /// When the frame was taken.
    public let time: FrameTime
    /// Size of the upright frame.
    public let size: Size<Upright>
    /// Whether detections of this frame, or that arrived with it, are in the result.
    public let hasNewDetections: Bool
    /// Whether no detection has finished since the start or the last reset: the list is then
    /// empty because nothing is known yet.
    public let isPartial: Bool
    /// Frames of the stream that were left out just before this one.
    public internal(set) var droppedFrames = 0
}
