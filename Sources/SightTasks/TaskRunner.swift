import Dispatch
import SightConcurrency
package import SightDropIn

/// Runs a task in one of MediaPipe's running modes.
///
/// The times of a video or a live stream must increase. While a live stream is busy, the newest
/// frame waits, and the one that waited before it is dropped without a notice.
///
/// - Source: MediaPipe, the flow limiter of its tasks: one frame in work, one in the queue.
package final class TaskRunner<Output: Sendable>: Sendable {
    /// The running mode: the origin of the frames.
    package enum Mode: String, Sendable {
        case image, video
        case liveStream = "live stream"
    }
    /// The work on one frame.
    package typealias Work = @Sendable (FrameSnapshot) throws(DropInError) -> Output

    private let mode: Mode
    private let queue = DispatchQueue(label: "sight.task")
    private let state = Guarded(State())

    /// A frame of a live stream, the work on it, and the receiver of the result.
    private struct Job: Sendable {
        let frame: FrameSnapshot
        let work: Work
        let finish: @Sendable (Result<Output, DropInError>) -> Void
    }

    private struct State: Sendable {
        /// The time of the last frame.
        var last: Int?
        /// Whether a frame of a live stream is being processed.
        var isBusy = false
        /// The newest frame that came meanwhile.
        var waiting: Job?
    }

    /// Makes a runner.
    ///
    /// - Throws: `invalidArgument` for a live stream without a delegate, and for a delegate without
    ///   a live stream.
    package init(_ mode: Mode, hasDelegate: Bool) throws(DropInError) {
        guard (mode == .liveStream) == hasDelegate else {
            throw DropInError(
                .invalidArgument,
                mode == .liveStream
                    ? "the running mode is live stream: set a delegate, which gets the results"
                    : "the running mode is \(mode.rawValue): a delegate is for live streams only")
        }
        self.mode = mode
    }

    /// Processes an independent image.
    ///
    /// - Throws: `invalidArgument` in another mode, and the errors of the work.
    package func image(_ frame: FrameSnapshot, _ work: Work) throws(DropInError) -> Output {
        try expect(.image)
        return try work(frame)
    }

    /// Processes a frame of a video.
    ///
    /// - Throws: `invalidArgument` in another mode and for a time that does not increase, and the
    ///   errors of the work.
    package func video(_ frame: FrameSnapshot, at milliseconds: Int, _ work: Work)
        throws(DropInError) -> Output
    {
        try expect(.video)
        try advance(to: milliseconds)
        return try work(frame)
    }

    /// Processes a frame of a live stream later, unless a newer one comes before its turn.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - milliseconds: the time of the frame.
    ///   - work: processes the frame.
    ///   - finish: called on a private serial queue.
    /// - Throws: `invalidArgument` in another mode and for a time that does not increase.
    package func live(
        _ frame: FrameSnapshot, at milliseconds: Int, _ work: @escaping Work,
        then finish: @escaping @Sendable (Result<Output, DropInError>) -> Void
    ) throws(DropInError) {
        try expect(.liveStream)
        let job = Job(frame: frame, work: work, finish: finish)
        if try advance(to: milliseconds, job) { start(job) }
    }

    /// Processes a frame on the queue, then the one that has waited for it.
    ///
    /// The queue is serial, so results arrive in the order of the frames.
    private func start(_ job: Job) {
        queue.async { [self] in
            let result: Result<Output, DropInError>
            do throws(DropInError) { result = .success(try job.work(job.frame)) } catch {
                result = .failure(error)
            }
            let next = state.withLock { state in
                defer { state.waiting = nil }
                state.isBusy = state.waiting != nil
                return state.waiting
            }
            if let next { start(next) }
            job.finish(result)
        }
    }

    private func expect(_ wanted: Mode) throws(DropInError) {
        guard mode == wanted else {
            throw DropInError(
                .invalidArgument,
                "the task was made for the running mode \(mode.rawValue), this call is for "
                    + wanted.rawValue)
        }
    }

    /// Takes a time if it rises, and the place of the frame of a live stream.
    ///
    /// Both are one step: a frame of another thread cannot come in between and be processed first.
    ///
    /// - Parameters:
    ///   - milliseconds: the time of the frame.
    ///   - job: the frame of a live stream; it waits if another frame is being processed.
    /// - Returns: whether no frame of a live stream was being processed.
    /// - Throws: `invalidArgument` for a time that does not rise.
    @discardableResult
    private func advance(to milliseconds: Int, _ job: Job? = nil) throws(DropInError) -> Bool {
        let (later, isFree) = state.withLock { state -> (Int?, Bool) in
            if let last = state.last, milliseconds <= last { return (last, false) }
            state.last = milliseconds
            guard let job else { return (nil, true) }
            defer { state.isBusy = true }
            if state.isBusy { state.waiting = job }
            return (nil, !state.isBusy)
        }
        if let later {
            throw DropInError(
                .invalidArgument,
                "the timestamp \(milliseconds) does not rise: the one before it is \(later)")
        }
        return isFree
    }
}
