import SightDropIn
import SightTasks

/// The kind of input of a task: single images, a video or a live stream.
#if canImport(ObjectiveC)
    @objc(MPPRunningMode)
#endif
public enum RunningMode: UInt, Sendable {
    /// Single images.
    case image
    /// The decoded frames of a video.
    case video
    /// Frames of a camera; results go to a delegate.
    case liveStream

    /// The mode as the runner has it.
    func runner<Output>(_ type: Output.Type) -> TaskRunner<Output>.Mode {
        switch self {
        case .image: .image
        case .video: .video
        case .liveStream: .liveStream
        }
    }
}
