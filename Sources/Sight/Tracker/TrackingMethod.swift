import SightGeometry
package import SightTracking

/// A tracker, and whether it reads pixels.
package struct TrackingMethod: Sendable {
    /// One of the two is set; both are stored so that the tracker can be mutated in place.
    private var visual: (any VisualTracker)?
    private var plain: (any Tracker)?

    /// Wraps a tracker; one that can read pixels does so only if `usesPixels` is true.
    package init(_ tracker: any Tracker, usesPixels: Bool) {
        if usesPixels, let seeing = tracker as? any VisualTracker {
            visual = seeing
        } else {
            plain = tracker
        }
    }

    /// Whether the tracker reads pixels.
    var seesPixels: Bool { visual != nil }

    /// Updates the tracker with a frame on which detection ran; see
    /// `VisualTracker/update(_:in:at:)`.
    package mutating func update(
        _ detections: [Detection], _ plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> [Track] {
        if let plane, let tracks = try visual?.update(detections, in: plane, at: time) {
            return tracks
        }
        if let tracks = try visual?.update(detections, at: time) { return tracks }
        return try plain?.update(detections, at: time) ?? []
    }

    /// Advances to a frame on which no detection ran; `nil` if the tracker needs detections.
    package mutating func advance(
        _ plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> [Track]? {
        guard let plane else { return nil }
        return try visual?.advance(plane, at: time)
    }

    /// Starts to follow an object that a user pointed at, in the last frame or a later one.
    ///
    /// - Returns: the object's track; `nil` if the tracker knows objects from detections only.
    mutating func start(
        _ box: Rect<Upright>, _ plane: LuminancePlane?, at time: FrameTime
    ) throws(TrackingError) -> Track? {
        guard let plane else { return nil }
        return try visual?.start(box, in: plane, at: time)
    }

    /// Forgets every object; tracking IDs continue to count up.
    package mutating func reset() {
        visual?.reset()
        plain?.reset()
    }
}
