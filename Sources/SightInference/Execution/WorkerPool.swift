import CSightKernels

/// Threads that share the tasks of one operator at a time.
///
/// Safe to use from several threads: a job that finds the workers taken runs on its caller alone.
package final class WorkerPool: Sendable {
    /// The C pool, which any thread may use.
    nonisolated(unsafe) private let pool: OpaquePointer?
    /// Threads in all, the caller included.
    package let threadCount: Int

    /// Starts `threadCount − 1` threads; the caller of a run is the last one.
    package init(threadCount: Int) {
        self.threadCount = max(1, threadCount)
        pool = self.threadCount > 1 ? sight_pool_create(self.threadCount) : nil
    }

    deinit { sight_pool_destroy(pool) }

    /// Runs `count` tasks and returns when all have ended.
    ///
    /// - Parameters:
    ///   - count: number of tasks.
    ///   - context: handed to every call.
    ///   - task: called once for each index, on any of the threads.
    package func run(
        _ count: Int, context: UnsafeMutableRawPointer?,
        task: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
    ) {
        sight_pool_run(pool, count, task, context)
    }

    /// Opens a job that workers begin while its tasks are still being found.
    ///
    /// The caller has to ``finish()`` it.
    ///
    /// - Returns: `false` when there are no workers or another job has them.
    func open(
        context: UnsafeMutableRawPointer?,
        task: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
    ) -> Bool { sight_pool_open(pool, task, context) }

    /// Adds the next task, counted from 0, to the opened job.
    func offer() { sight_pool_offer(pool) }

    /// Ends the opened job: returns when its last task has ended.
    func finish() { sight_pool_finish(pool) }
}
