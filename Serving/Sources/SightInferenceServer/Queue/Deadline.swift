import NIOPosix

/// Limits how long something may take.
enum Deadline {
    /// Runs a body as a task, and cancels it when its time is over or its client goes.
    ///
    /// Throws what the body throws, and ``ServeError`` `deadline` when time is over. Without an
    /// executor the body runs on the shared threads.
    static func within<Value: Sendable>(
        _ seconds: Double, on executor: (any TaskExecutor)? = nil,
        whileThere client: ClientWatch.Client? = nil,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task(executorPreference: executor) { try await body() }
        let isOver = WorkTicket()
        // A timer that goes when it is not needed: a sleeping task would stay for all of its time.
        let timer = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(
            in: .nanoseconds(Int64(min(max(seconds, 0), 1e9) * 1e9))
        ) {
            isOver.cancel()
            task.cancel()
        }
        client?.onLeaving { task.cancel() }
        defer {
            timer.cancel()
            client?.isServed()
        }
        return try await withTaskCancellationHandler {
            do { return try await task.value } catch  where isOver.isCancelled {
                throw ServeError(.deadline, "not done within \(seconds) s")
            }
        } onCancel: {
            task.cancel()
        }
    }
}
