/// A tracker that also looks at the pixels: it follows objects through frames without detections.
///
/// Every frame of the stream goes to ``advance(_:at:)`` or to ``update(_:in:at:)``, whichever fits.
/// A plane of another size than the one before resets the tracker's memory of pixels, not its
/// identities; the owner decides whether to ``Tracker/reset()``.
public protocol VisualTracker: Tracker {
    /// Takes a frame on which detection ran.
    ///
    /// - Parameters:
    ///   - detections: the boxes found in the frame.
    ///   - plane: the frame's pixels, upright; the boxes are in its coordinates.
    ///   - time: when the frame was taken; later than that of the frame before.
    /// - Returns: the identities that the tracker vouches for in this frame, by ascending id.
    /// - Throws: `timeNotIncreasing`; the tracker is then as it was before the call.
    mutating func update(
        _ detections: [Detection], in plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track]

    /// Takes a frame on which no detection ran: moves every object by what its pixels do.
    ///
    /// - Parameters:
    ///   - plane: the frame's pixels, upright.
    ///   - time: when the frame was taken; later than that of the frame before.
    /// - Returns: the identities that the tracker vouches for in this frame, by ascending id.
    /// - Throws: `timeNotIncreasing`; the tracker is then as it was before the call.
    mutating func advance(
        _ plane: LuminancePlane, at time: FrameTime
    ) throws(TrackingError) -> [Track]
}
