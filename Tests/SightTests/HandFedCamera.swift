import Sight

/// A camera whose frames a test gives one by one, each after the reader has finished the last.
struct HandFedCamera: AsyncSequence, Sendable {
    private let frames = AsyncStream<TimedImage>.makeStream()
    private let requests = AsyncStream<Void>.makeStream()

    /// Gives a frame, and waits until the reader has finished it and requests the next one.
    ///
    /// Only one caller may give frames.
    func give(_ frame: TimedImage) async {
        frames.continuation.yield(frame)
        var taken = requests.stream.makeAsyncIterator()
        await taken.next()
    }

    /// Ends the stream.
    func end() { frames.continuation.finish() }

    func makeAsyncIterator() -> Iterator {
        Iterator(frames: frames.stream.makeAsyncIterator(), requests: requests.continuation)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var frames: AsyncStream<TimedImage>.Iterator
        fileprivate let requests: AsyncStream<Void>.Continuation
        private var isFirst = true

        fileprivate init(
            frames: AsyncStream<TimedImage>.Iterator, requests: AsyncStream<Void>.Continuation
        ) {
            (self.frames, self.requests) = (frames, requests)
        }

        mutating func next() async -> TimedImage? {
            if !isFirst { requests.yield() }
            isFirst = false
            return await frames.next()
        }
    }
}
