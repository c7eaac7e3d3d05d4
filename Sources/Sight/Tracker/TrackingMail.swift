import SightTracking

/// What work beside a stream has found, until the next frame takes it.
struct TrackingMail: Sendable {
    /// The detections that ran beside the stream, and the positions of the tracks in their frame.
    struct Arrival: Sendable {
        let detections: [Detection]
        let motion: BoxMotion
    }

    /// Whether a detection runs.
    var isDetecting = false
    var arrival: Arrival?
    /// The results of classifications, in the order of their ends.
    var names: [NamedObjects] = []
    /// The error of a detection or a classification.
    var failure: DetectionError?

    /// Notes that a detection begins.
    ///
    /// - Returns: `false` if one runs already.
    mutating func startDetecting() -> Bool {
        guard !isDetecting else { return false }
        isDetecting = true
        return true
    }

    /// Keeps an error for the next call of ``ObjectTracker/objects(in:at:)``, which throws it.
    mutating func fail(_ error: DetectionError) {
        guard error.code != .cancelled else { return }
        failure = failure ?? error
    }
}
