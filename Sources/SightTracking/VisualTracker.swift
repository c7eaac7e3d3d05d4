public import SightGeometry

/// A tracker that also reads pixels and follows objects through frames without detections.
///
/// Call ``advance(_:at:)`` or ``update(_:in:at:)`` for every frame of the stream. If the size of
/// the plane changes, the tracker forgets the pixels but keeps the identities; call
/// ``Tracker/reset()`` to forget these as well.
public protocol VisualTracker: Tracker {
    /// Processes a frame on which detection ran.
    ///
    /// - Parameters:
    ///   - detections: the boxes found in the frame, in upright pixels of the plane.
    ///   - plane: the upright pixels of the frame.
    ///   - time: the time at which the frame was taken; later than the previous frame.
    /// - Returns: the objects that the tracker considers present in this frame, by ascending id.
    /// - Throws: `timeNotIncreasing`; the tracker is then unchanged.
    mutating func update(
        _ detections: [Detection], in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track]

    /// Processes a frame without detections: moves every object by the motion of its pixels.
    ///
    /// - Parameters:
    ///   - plane: the upright pixels of the frame.
    ///   - time: the time at which the frame was taken; later than the previous frame.
    /// - Returns: the objects that the tracker considers present in this frame, by ascending id.
    /// - Throws: `timeNotIncreasing`; the tracker is then unchanged.
    mutating func advance(
        _ plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track]

    /// Starts to follow an object that a person pointed at, in the latest frame or in a later one.
    ///
    /// - Parameters:
    ///   - box: the box of the object, in upright pixels of the plane.
    ///   - plane: the upright pixels of the frame.
    ///   - time: the time at which the frame was taken; not before the latest frame.
    /// - Returns: the object, which keeps its identity if the tracker already has it; `nil`, the
    ///   default, if objects start from detections only.
    /// - Throws: `invalidBox`, `timeNotIncreasing`.
    mutating func start(
        _ box: Rect<Upright>, in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> Track?
}

extension VisualTracker {
    /// Returns `nil`, because objects start from detections only.
    public mutating func start(
        _ box: Rect<Upright>, in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> Track? { nil }
}
