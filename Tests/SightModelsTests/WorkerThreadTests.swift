import Dispatch
import SightConcurrency
import Testing

@Suite struct WorkerThreadTests {
    @Test(.timeLimit(.minutes(5)), arguments: [nil, 1 << 20] as [Int?])
    func aThreadRunsItsBody(stackSize: Int?) async {
        let number = await withCheckedContinuation { continuation in
            let isStarted = WorkerThread.start("test", stackSize: stackSize) {
                continuation.resume(returning: 1)
            }
            if !isStarted { continuation.resume(returning: 0) }
        }
        #expect(number == 1)
    }

    /// No system has the memory for this stack.
    @Test func aThreadThatCannotBeMadeIsReported() {
        let begun = Guarded(false)
        #expect(!WorkerThread.start("test", stackSize: 1 << 50) { begun.current = true })
        #expect(!begun.current)
    }

    /// The body of a thread is released, whether the thread was made or not.
    @Test(.timeLimit(.minutes(5)), arguments: [1 << 20, 1 << 50])
    func bodiesAreReleased(stackSize: Int) async throws {
        final class Content: Sendable {}
        weak var content: Content?
        func start() {
            let made = Content()
            content = made
            _ = WorkerThread.start("test", stackSize: stackSize) { _ = made }
        }
        start()
        while content != nil { try await Task.sleep(nanoseconds: 1_000_000) }
    }
}
