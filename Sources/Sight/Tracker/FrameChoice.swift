/// Takes frames out of a sequence: every one, or always the newest.
enum FrameChoice<Frames: AsyncSequence & Sendable> where Frames.Element == TimedImage {
    /// Every frame, when it is asked for.
    case each(Frames.AsyncIterator)
    /// Frames are taken as they come; one waits.
    case latest(Numbered.Iterator, FrameCollector, last: Int)

    typealias Numbered = AsyncThrowingStream<(Int, TimedImage), any Error>

    static func every(_ frames: Frames) -> FrameChoice { .each(frames.makeAsyncIterator()) }

    static func newest(_ frames: Frames) -> FrameChoice {
        let (stream, continuation) = Numbered.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached(priority: .userInitiated) {
            do {
                var number = 0
                for try await frame in frames {
                    // Numbers tell the reader how many gave way.
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

    /// The next frame and how many were dropped before it.
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

/// Collects frames as long as somebody wants them.
final class FrameCollector: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }
}
