import Foundation
import NIOCore

/// Runs tasks on the thread of an event loop: what a connection brings is answered where it came in,
/// without a change of threads for every piece.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    private init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// The executor of a loop, always the same one.
    static func of(_ loop: any EventLoop) -> LoopExecutor { all.of(loop) }

    private static let all = All()

    /// Loops are few, and there for as long as the process.
    private final class All: @unchecked Sendable {  // `executors` is only touched under the lock
        private let lock = NSLock()
        private var executors: [ObjectIdentifier: LoopExecutor] = [:]

        func of(_ loop: any EventLoop) -> LoopExecutor {
            lock.withLock {
                let key = ObjectIdentifier(loop)
                if let found = executors[key] { return found }
                let new = LoopExecutor(loop)
                executors[key] = new
                return new
            }
        }
    }
}
