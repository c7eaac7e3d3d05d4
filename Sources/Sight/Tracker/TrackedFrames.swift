/// The results of an ``ObjectTracker`` for a sequence of frames, one for each frame it looked at.
///
/// Frames are taken when a result is asked for. For one consumer.
public struct TrackedFrames<Frames: AsyncSequence & Sendable>: AsyncSequence
where Frames.Element == TimedImage {
    /// One result after the other.
    public typealias Element = TrackedFrame

    let tracker: ObjectTracker
    let frames: Frames
    let policy: LateFramePolicy

    /// Starts to take frames.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            tracker: tracker, source: policy == .everyFrame ? .every(frames) : .newest(frames))
    }

    /// Takes frames and tracks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let tracker: ObjectTracker
        fileprivate var source: FrameChoice<Frames>

        /// The next result; `nil` at the end of the frames.
        ///
        /// - Throws: what the frames throw, and ``DetectionError``.
        public mutating func next() async throws -> TrackedFrame? {
            guard let (frame, dropped) = try await source.next() else { return nil }
            var result = try await tracker.objects(in: frame.image, at: frame.time)
            result.droppedFrames = dropped
            return result
        }
    }
}

/// What happens to frames that come while their tracker is busy.
public enum LateFramePolicy: Hashable, Sendable {
    /// The newest one waits, older ones are dropped and counted: for cameras.
    case newestWins
    /// Every frame is tracked; the source waits.
    case everyFrame
}

extension ObjectTracker {
    /// Tracks a sequence of frames.
    ///
    /// - Parameters:
    ///   - frames: the stream.
    ///   - policy: what happens to frames that come while the tracker is busy.
    /// - Returns: the results, made when they are asked for.
    public nonisolated func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, whenLate policy: LateFramePolicy = .newestWins
    ) -> TrackedFrames<Frames> {
        TrackedFrames(tracker: self, frames: frames, policy: policy)
    }
}
