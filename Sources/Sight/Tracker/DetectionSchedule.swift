/// On which frames of a stream the localizer runs.
public enum DetectionSchedule: Hashable, Sendable {
    /// On every frame; each result waits for it.
    case everyFrame
    /// On the first frame and every n-th after it; in between objects are followed.
    case every(Int)
    /// As fast as the machine allows, beside the stream: results never wait for it, and the first
    /// ones are empty.
    case whenReady
    /// Never: only what ``ObjectTracker/follow(_:in:at:)`` started is followed.
    case never

    /// Whether a frame has to wait for the localizer.
    ///
    /// - Parameter index: frames since the last reset.
    /// - Returns: whether it is due.
    func isDue(_ index: Int) -> Bool {
        switch self {
        case .everyFrame: true
        case .every(let count): count <= 1 || index % count == 0
        case .whenReady, .never: false
        }
    }
}
