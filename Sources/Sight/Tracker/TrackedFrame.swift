public import SightGeometry
public import SightTracking

/// The result of an ``ObjectTracker`` for one frame.
public struct TrackedFrame: Sendable {
    /// The objects, the most prominent first; each has a ``Object/trackingID``.
    public let objects: [Object]
    /// The time at which the frame was taken.
    public let time: FrameTime
    /// Size of the upright frame.
    public let size: Size<Upright>
    /// Whether the result includes new detections, of this frame or of an earlier one.
    public let hasNewDetections: Bool
    /// Whether no detection has finished since the start or the last reset; the list of objects is
    /// then empty because nothing is known yet.
    public let isPartial: Bool
    /// The number of frames that were dropped just before this one.
    public internal(set) var droppedFrames = 0
}
