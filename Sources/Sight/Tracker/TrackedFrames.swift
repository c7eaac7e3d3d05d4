/// The results of an ``ObjectTracker`` for a sequence of frames, one for each frame that it
/// processed.
///
/// A frame is processed when its result is requested. The sequence is for one consumer.
public struct TrackedFrames<Frames: AsyncSequence & Sendable>: AsyncSequence
where Frames.Element == TimedImage {
    /// The result for one frame.
    public typealias Element = TrackedFrame

    let tracker: ObjectTracker
    let frames: Frames
    let policy: LateFramePolicy

    /// Starts to take frames.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            tracker: tracker, source: policy == .everyFrame ? .every(frames) : .newest(frames))
    }

    /// An iterator that takes frames and tracks their objects.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let tracker: ObjectTracker
        fileprivate var source: FrameChoice<Frames>

        /// Returns the next result; `nil` at the end of the frames.
        ///
        /// - Throws: the errors of the frames, and ``DetectionError``.
        public mutating func next() async throws -> TrackedFrame? {
            guard let (frame, dropped) = try await source.next() else { return nil }
            var result = try await tracker.objects(in: frame.image, at: frame.time)
            result.droppedFrames = dropped
            return result
        }
    }
}

/// The policy for frames that arrive while their tracker is busy.
public enum LateFramePolicy: Hashable, Sendable {
    /// The newest frame waits; older ones are dropped and counted. This policy suits cameras.
    case newestWins
    /// Every frame is tracked; the source waits. This policy suits files.
    case everyFrame
}

extension ObjectTracker {
    /// Tracks a sequence of frames.
    ///
    /// A loop over the results ends with the first error of the frames or of the tracker, also with
    /// that of a detection beside the stream, and with that of a frame during which the tracker was
    /// reset.
    ///
    /// - Parameters:
    ///   - frames: the stream.
    ///   - policy: the policy for frames that arrive while the tracker is busy; `.everyFrame` by
    ///     default. Live sources need `.newestWins`, unless they drop late frames themselves.
    /// - Returns: the results, computed when they are requested.
    public nonisolated func results<Frames: AsyncSequence & Sendable>(
        of frames: Frames, whenLate policy: LateFramePolicy = .everyFrame
    ) -> TrackedFrames<Frames> {
        TrackedFrames(tracker: self, frames: frames, policy: policy)
    }
}
