import NIOPosix

/// Limits how long something may take.
enum Deadline {
    /// Runs a body as a task, and cancels it when its time is over or its client goes.
    ///
    /// Throws what the body throws, and ``ServeError`` `deadline` when time is over.
    static func within<Value: Sendable>(
        _ seconds: Double, whileThere client: ClientWatch.Client? = nil,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
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
                throw ServeError.late(seconds)
            }
        } onCancel: {
            task.cancel()
        }
    }
}

extension ServeError {
    /// The time for a request is over.
    static func late(_ seconds: Double) -> ServeError {
        ServeError(.deadline, "not done within \(seconds) s")
    }
}
