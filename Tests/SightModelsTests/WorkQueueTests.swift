import Foundation
import SightConcurrency
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WorkQueueTests {
    /// Waits without blocking until a condition holds, at most 30 seconds.
    private static func wait(for condition: () -> Bool) async throws {
        for _ in 0..<30_000 where !condition() { try await Task.sleep(nanoseconds: 1_000_000) }
        #expect(condition())
    }

    /// Bodies that compute on every thread of the queue keep no task waiting.
    @Test func tasksRunBesideComputations() async throws {
        let queue = WorkQueue("test")
        let (running, isOver) = (Guarded(0), Guarded(false))
        let computations = (0..<4 * ProcessorCount.available).map { _ in
            Task {
                await queue.run { _ in
                    running.withLock { $0 += 1 }
                    let limit = Date().addingTimeInterval(20)
                    while !isOver.current, Date() < limit {}
                    return isOver.current
                }
            }
        }
        try await Self.wait { running.current >= ProcessorCount.available }
        isOver.current = true
        for computation in computations { #expect(await computation.value) }
    }

    @Test func bodiesRunInOrder() async {
        let queue = WorkQueue("test", width: 1)
        let order = Guarded<[Int]>([])
        for index in 0..<100 { queue.add { order.withLock { $0.append(index) } } }
        await queue.run { _ in () }
        #expect(order.current == Array(0..<100))
    }

    /// A body that waits for a thread ends with its task, and does not run later.
    @Test func aCancelledBodyDoesNotBegin() async throws {
        let queue = WorkQueue("test", width: 1)
        let (isRunning, isOver, begun) = (Guarded(false), Guarded(false), Guarded(0))
        let first = Task {
            await queue.run(ifDropped: -1) { cancellation in
                isRunning.current = true
                while !isOver.current { usleep(1000) }
                return cancellation.isSet ? 0 : 1
            }
        }
        try await Self.wait { isRunning.current }
        let waiting = (0..<3).map { _ in
            Task {
                await queue.run(ifDropped: -1) { _ in
                    begun.withLock { $0 += 1 }
                    return 2
                }
            }
        }
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value == -1) }
        // A running body learns of the cancellation, and its own result counts.
        first.cancel()
        isOver.current = true
        #expect(await first.value == 0)
        #expect(await queue.run { _ in 3 } == 3)
        #expect(begun.current == 0)
    }
}
