import SightGeometry
package import SightTracking

/// A tracker, with what it can do known once and for all.
package struct TrackingMethod: Sendable {
    /// One of the two; mutated in place, which an existential in hand would not allow.
    private var visual: (any VisualTracker)?
    private var plain: (any Tracker)?

    /// Uses a tracker; one that can look at pixels does so only if it may.
    package init(_ tracker: any Tracker, usesPixels: Bool) {
        if usesPixels, let seeing = tracker as? any VisualTracker {
            visual = seeing
        } else {
            plain = tracker
        }
    }

    /// Whether it wants to see pixels.
    var seesPixels: Bool { visual != nil }

    /// Takes a frame on which detection ran; see `VisualTracker/update(_:in:at:)`.
    package mutating func update(
        _ detections: [Detection], _ plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        if let plane, let tracks = try visual?.update(detections, in: plane, at: time) {
            return tracks
        }
        if let tracks = try visual?.update(detections, at: time) { return tracks }
        return try plain?.update(detections, at: time) ?? []
    }

    /// Takes a frame on which no detection ran; `nil` when the tracker needs detections.
    package mutating func advance(
        _ plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> [Track]? {
        guard let plane else { return nil }
        return try visual?.advance(plane, at: time)
    }

    /// Starts an object that a person pointed at, in the frame taken last or a later one.
    ///
    /// - Returns: the object; `nil` when the tracker knows objects from detections only.
    mutating func start(
        _ box: Rect<Upright>, _ plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> Track? {
        guard let plane else { return nil }
        return try visual?.start(box, in: plane, at: time)
    }

    /// Forgets every object; identities go on from where they were.
    package mutating func reset() {
        visual?.reset()
        plain?.reset()
    }
}
