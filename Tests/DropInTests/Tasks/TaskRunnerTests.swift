import Dispatch
import Foundation
import Sight
import SightConcurrency
import SightDropIn
import SightImage
import SightTasks
import Testing

/// The flow of a live stream: one frame in work, and the newest one waits.
@Suite struct TaskRunnerTests {
    private func frame() throws -> FrameSnapshot {
        let pixels = try ImageBuffer(width: 1, height: 1, format: .gray8, bytes: [0])
        return FrameSnapshot(Sight.VisionImage(pixels))
    }

    @Test func theNewestFrameWaits() async throws {
        let runner = try TaskRunner<Int>(.liveStream, hasDelegate: true)
        let frame = try frame()
        let hold = DispatchSemaphore(value: 0)
        let begun = Guarded<[Int]>([])
        let results = AsyncStream<Int>.makeStream()
        func send(_ time: Int) throws {
            try runner.live(
                frame, at: time,
                { (_: FrameSnapshot) throws(DropInError) -> Int in
                    begun.withLock { $0.append(time) }
                    if time == 1 { hold.wait() }
                    return time
                },
                then: { results.continuation.yield((try? $0.get()) ?? -1) })
        }
        for time in 1...4 { try send(time) }
        // The times rise, whether a frame is dropped or not.
        #expect(throws: DropInError.self) { try send(4) }
        hold.signal()
        var iterator = results.stream.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 4)
        try send(5)
        #expect(await iterator.next() == 5)
        #expect(begun.current == [1, 4, 5])
    }
}
