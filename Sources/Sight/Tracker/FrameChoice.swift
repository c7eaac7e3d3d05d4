/// Takes frames from a sequence: every frame, or always the newest one.
enum FrameChoice<Frames: AsyncSequence & Sendable> where Frames.Element == TimedImage {
    /// Every frame is taken when it is requested.
    case each(Frames.AsyncIterator)
    /// Frames are taken as they arrive; only the newest one waits.
    case latest(Numbered.Iterator, FrameCollector, last: Int)

    typealias Numbered = AsyncThrowingStream<(Int, TimedImage), any Error>

    static func every(_ frames: Frames) -> FrameChoice { .each(frames.makeAsyncIterator()) }

    static func newest(_ frames: Frames) -> FrameChoice {
        let (stream, continuation) = Numbered.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached(priority: .userInitiated) {
            do {
                var number = 0
                for try await frame in frames {
                    // The numbers tell the reader how many frames were dropped.
                    guard case .terminated = continuation.yield((number, frame)) else {
                        number += 1
                        continue
                    }
                    return
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return .latest(stream.makeAsyncIterator(), FrameCollector(task), last: -1)
    }

    /// Returns the next frame and the number of frames that were dropped before it.
    mutating func next() async throws -> (TimedImage, dropped: Int)? {
        switch self {
        case .each(var iterator):
            defer { self = .each(iterator) }
            return try await iterator.next().map { ($0, 0) }
        case .latest(var iterator, let collector, let last):
            guard let (number, frame) = try await iterator.next() else { return nil }
            self = .latest(iterator, collector, last: number)
            return (frame, number - last - 1)
        }
    }
}

/// Owns the task that collects frames and cancels it when the last reader is gone.
final class FrameCollector: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
}
