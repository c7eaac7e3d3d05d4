/// The rule for the frames of a stream on which the localizer runs.
public enum DetectionSchedule: Hashable, Sendable {
    /// The localizer runs on every frame, and each result waits for it.
    case everyFrame
    /// The localizer runs on the first frame and every n-th after it; in between, objects are
    /// followed.
    case every(Int)
    /// The localizer runs as fast as the machine allows, beside the stream: results never wait for
    /// it, and the first ones are empty.
    ///
    /// After a failed detection, the next call of ``ObjectTracker/objects(in:at:)`` throws its
    /// error, which ends a loop over ``ObjectTracker/results(of:whenLate:)``.
    case whenReady
    /// The localizer never runs: only objects of ``ObjectTracker/follow(_:in:at:)`` are followed.
    case never

    /// Whether a frame has to wait for the localizer.
    ///
    /// - Parameter index: frames since the last reset.
    /// - Returns: whether detection is due.
    func isDue(_ index: Int) -> Bool {
        switch self {
        case .everyFrame: true
        case .every(let count): count <= 1 || index % count == 0
        case .whenReady, .never: false
        }
    }
}
