import NIOConcurrencyHelpers
import NIOCore

/// Runs tasks on the thread of an event loop, so that a request is answered on the thread of its
/// connection without switching threads.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    private init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// The executor of an event loop; each loop has one.
    static func of(_ loop: any EventLoop) -> LoopExecutor {
        all.withLockedValue { executors in
            let key = ObjectIdentifier(loop)
            if let found = executors[key] { return found }
            let new = LoopExecutor(loop)
            executors[key] = new
            return new
        }
    }

    /// The executors of all loops, which are few and live as long as the process.
    private static let all = NIOLockedValueBox<[ObjectIdentifier: LoopExecutor]>([:])
}
