import Foundation
import SightModels
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BlockingWorkTests {
    @Test func returnsTheResult() async {
        #expect(await BlockingWork.run { isCancelled in isCancelled() ? 1 : 2 } == 2)
    }

    /// More bodies than processors block, and tasks still run; each body sees its cancellation.
    @Test func blocksNoTask() async {
        let tasks = (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
            Task {
                await BlockingWork.run { isCancelled in
                    while !isCancelled() { usleep(1000) }
                    return true
                }
            }
        }
        #expect(await Task { true }.value)
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value) }
    }
}
