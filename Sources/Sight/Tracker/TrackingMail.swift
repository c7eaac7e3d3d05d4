import SightTracking

/// What work beside a stream has found, until the next frame takes it.
struct TrackingMail: Sendable {
    /// The detections that ran beside the stream, and the positions of the tracks in their frame.
    struct Arrival: Sendable {
        let detections: [Detection]
        let motion: BoxMotion
    }

    /// The number of resets; results of work that began before the last one are ignored.
    var generation = 0
    /// Whether a detection runs.
    var isDetecting = false
    var arrival: Arrival?
    /// The results of classifications, in the order of their ends.
    var names: [NamedObjects] = []
    /// The error of a detection or a classification.
    var failure: DetectionError?

    init(generation: Int = 0) { self.generation = generation }

    /// Notes that a detection begins.
    ///
    /// - Parameter generation: the number of resets before the frame of the detection.
    /// - Returns: `false` if one runs already, or after another reset.
    mutating func startDetecting(in generation: Int) -> Bool {
        guard generation == self.generation, !isDetecting else { return false }
        isDetecting = true
        return true
    }

    /// Keeps an error for the next call of ``ObjectTracker/objects(in:at:)``, which throws it.
    mutating func fail(_ error: DetectionError) {
        guard error.code != .cancelled else { return }
        failure = failure ?? error
    }
}
