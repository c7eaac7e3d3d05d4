import SightConcurrency
public import SightImage
public import SightTracking

/// Writes a video on a thread of its own, so that encoding runs beside the caller's work.
///
/// A few frames may wait in a queue; if it is full, adding a frame waits for room. Frames of
/// several tasks are written in the order of the calls, which should be the order of their times.
public final class VideoRecorder: Sendable {
    /// Draws a frame; runs on the recorder's thread.
    public typealias Rendering = @Sendable () throws(ImageError) -> ImageBuffer

    private enum Step: Sendable {
        case frame(Rendering, FrameTime)
        case finish
    }

    private let path: String
    private let steps = Handover<Step>(capacity: 3)
    /// The error of a frame or of the file, which the thread sets before it closes `end`.
    private let failure = Guarded<VideoError?>(nil)
    /// Closed when the thread has written or deleted the file; it never has an element.
    private let end = Handover<Bool>(capacity: 1)

    /// Starts a video file; see ``VideoWriter/init(path:width:height:options:)``.
    ///
    /// - Throws: the errors of making a ``VideoWriter``, and `unwritable` if the system makes no
    ///   thread.
    public init(
        path: String, width: Int, height: Int, options: VideoWriterOptions = VideoWriterOptions()
    ) throws(VideoError) {
        self.path = path
        let made = Handover<Result<Void, VideoError>>(capacity: 1)
        let (steps, failure, end) = (steps, failure, end)
        try VideoThread.start("sight.video.recorder", orThrow: .unwritable) {
            do throws(VideoError) {
                let writer = try VideoWriter(
                    path: path, width: width, height: height, options: options)
                _ = made.put(.success(()))
                failure.current = Self.write(steps, with: writer, name: path)
            } catch {
                _ = made.put(.failure(error))
            }
            steps.close()
            end.close()
        }
        try made.take()?.get()
    }

    deinit { steps.close() }

    /// Adds a frame that is drawn later; waits if the queue is full.
    ///
    /// - Parameters:
    ///   - time: the time at which it is shown.
    ///   - rendering: draws it, on the recorder's thread.
    /// - Throws: the error of an earlier frame that could not be written; `unwritable` if the video
    ///   is already finished.
    public func append(at time: FrameTime, _ rendering: @escaping Rendering)
        async throws(VideoError)
    {
        if await steps.put(.frame(rendering, time)) { return }
        try await result()
        throw VideoError(.unwritable, "\(path) is already finished")
    }

    /// Completes the file, which contains every frame that was added; a cancellation of the task
    /// does not end the wait.
    ///
    /// - Throws: the error of a frame or of the file; no file is left then.
    public func finish() async throws(VideoError) {
        _ = steps.close(after: .finish)
        try await result()
    }

    /// Waits until the thread has written or deleted the file, even if the task is cancelled.
    private func result() async throws(VideoError) {
        let end = end
        // The cancellation of the caller's task does not reach a task that is not its child.
        _ = await Task { await end.take() }.value
        if let failure = failure.current { throw failure }
    }

    /// Writes frames until the video is finished; deletes the file if the recorder is released
    /// before.
    private static func write(
        _ steps: Handover<Step>, with writer: VideoWriter, name: String
    ) -> VideoError? {
        do throws(VideoError) {
            while let step = steps.take() {
                switch step {
                case .frame(let rendering, let time):
                    try writer.append(render(rendering, name: name), at: time)
                case .finish:
                    try writer.finish()
                    return nil
                }
            }
            writer.cancel()
            return nil
        } catch {
            writer.cancel()
            return error
        }
    }

    private static func render(_ rendering: Rendering, name: String) throws(VideoError)
        -> ImageBuffer
    {
        do throws(ImageError) {
            return try rendering()
        } catch {
            throw VideoError(
                .unwritable, "\(name): a frame cannot be drawn: \(error.message)", cause: error)
        }
    }
}
