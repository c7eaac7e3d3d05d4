import SightConcurrency

/// The frames of a video as an asynchronous sequence; a thread of the stream decodes them in
/// advance.
///
/// A stream is meant for one consumer. Of several, each frame and an error reach only one; the end
/// of the stream ends all of them. Reading stops when the stream is released, cancelled or at its
/// end.
public final class VideoStream: AsyncSequence, Sendable {
    /// The rule for frames that arrive faster than the consumer takes them.
    public enum Pace: Hashable, Sendable {
        /// The stream delivers every frame; reading waits for the consumer.
        case everyFrame
        /// Frames of live sources are due when they arrive, and files play at their own speed.
        /// Only the newest frame waits; the stream drops and counts the others.
        case realtime
    }

    /// The frames of the video.
    public typealias Element = VideoFrame

    /// The properties of the video.
    public let info: VideoInfo
    private let handover: Handover<Result<VideoFrame, VideoError>>
    private let record: Guarded<VideoStatistics>
    private let interruption: VideoInterruption

    /// The numbers of delivered, damaged, lost and dropped frames so far.
    public var statistics: VideoStatistics { record.current }

    /// Opens a video and starts to decode it.
    ///
    /// - Parameters:
    ///   - input: the source of the video.
    ///   - options: limits, threads and timeouts.
    ///   - pace: the rule for frames that arrive faster than they are taken.
    /// - Returns: the stream, which is already being decoded.
    /// - Throws: the errors of opening a ``VideoReader``, and `unreadable` if the system makes no
    ///   thread.
    public static func open(
        _ input: VideoInput, options: VideoOptions = VideoOptions(), pace: Pace = .everyFrame
    ) async throws(VideoError) -> VideoStream {
        let interruption = VideoInterruption()
        return try await open(
            pace: pace, arrival: FrameArrival(input), interruption: interruption
        ) { () throws(VideoError) in
            try VideoReader(input, options: options, interruption: interruption)
        }
    }

    /// Opens a video whose frames are dropped if they come too late and the video has no end.
    ///
    /// - Parameters:
    ///   - input: the source of the video.
    ///   - options: limits, threads and timeouts.
    /// - Returns: the stream; every frame of a video with an end arrives.
    /// - Throws: the errors of opening a ``VideoReader``.
    package static func openLive(
        _ input: VideoInput, options: VideoOptions
    ) async throws(VideoError) -> VideoStream {
        let interruption = VideoInterruption()
        return try await open(
            pace: .realtime, arrival: FrameArrival(input), keepsStored: true,
            interruption: interruption
        ) { () throws(VideoError) in
            try VideoReader(input, options: options, interruption: interruption)
        }
    }

    /// Starts to read another ``FrameSource``.
    ///
    /// - Parameters:
    ///   - pace: the rule for frames that arrive faster than they are taken.
    ///   - interruption: stops a wait of the source.
    ///   - source: makes the source, on the thread that will read it.
    /// - Returns: the stream, which is already being read.
    /// - Throws: the errors that `source` throws, `interrupted` if the task is cancelled, and
    ///   `unreadable` if the system makes no thread.
    public static func open(
        pace: Pace = .everyFrame, interruption: VideoInterruption = VideoInterruption(),
        _ source: @escaping @Sendable () throws(VideoError) -> any FrameSource
    ) async throws(VideoError) -> VideoStream {
        try await open(pace: pace, arrival: .stored, interruption: interruption, source)
    }

    /// Starts to read a source whose frames arrive in a given way; if it has an end, `keepsStored`
    /// says whether every frame arrives.
    package static func open(
        pace: Pace, arrival: FrameArrival, keepsStored: Bool = false,
        interruption: VideoInterruption = VideoInterruption(),
        _ source: @escaping @Sendable () throws(VideoError) -> any FrameSource
    ) async throws(VideoError) -> VideoStream {
        let handover = Handover<Result<VideoFrame, VideoError>>(capacity: pace == .realtime ? 1 : 3)
        let record = Guarded(VideoStatistics())
        let opened: Result<VideoInfo, VideoError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(VideoError) {
                    try VideoThread.start("sight.video.reader", orThrow: .unreadable) {
                        ReadingLoop(
                            handover: handover, record: record, pace: pace, arrival: arrival,
                            keepsStored: keepsStored
                        )
                        .run(source) { continuation.resume(returning: $0) }
                    }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            interruption.interrupt()
        }
        return VideoStream(try opened.get(), handover, record, interruption)
    }

    private init(
        _ info: VideoInfo, _ handover: Handover<Result<VideoFrame, VideoError>>,
        _ record: Guarded<VideoStatistics>, _ interruption: VideoInterruption
    ) {
        self.info = info
        self.handover = handover
        self.record = record
        self.interruption = interruption
    }

    deinit { cancel() }

    /// Stops reading at once; the stream still delivers frames that are already decoded, and then
    /// ends without an error.
    public func cancel() {
        // The closed queue takes no error from the interrupted source.
        handover.close()
        interruption.interrupt()
    }

    /// Creates an iterator; each frame reaches only one of several iterators.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

    /// An iterator over the frames; it keeps the stream alive.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let stream: VideoStream

        /// Returns the next frame; `nil` at the end or if the task is cancelled.
        ///
        /// - Throws: the errors of ``VideoReader/next()``.
        public mutating func next() async throws(VideoError) -> VideoFrame? {
            try await stream.handover.take()?.get()
        }
    }
}
