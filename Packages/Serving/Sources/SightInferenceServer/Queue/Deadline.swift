import NIOPosix
import Synchronization

/// Limits the time of a task.
enum Deadline {
    /// A flag that two threads share.
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }

    /// Runs a body as a task, and cancels it after a time limit or when its client disconnects.
    ///
    /// It waits for the task, so what the body awaits has to end soon after a cancellation, as the
    /// work of a ``WorkQueue`` does. A frame of a track session does not: it waits for the frame
    /// before it.
    ///
    /// Throws the errors of the body, and ``ServeError`` `deadline` after the time limit.
    static func within<Value: Sendable>(
        _ seconds: Double, whileThere client: ClientWatch.Client? = nil,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
        let isOver = Flag()
        // A timer can be removed early; a sleeping task would keep its memory for the whole time.
        let timer = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(
            in: .nanoseconds(Int64(min(max(seconds, 0), 1e9) * 1e9))
        ) {
            isOver.set()
            task.cancel()
        }
        client?.onLeaving { task.cancel() }
        defer {
            timer.cancel()
            client?.isServed()
        }
        return try await withTaskCancellationHandler {
            do { return try await task.value } catch  where isOver.isSet {
                throw ServeError.late(seconds)
            }
        } onCancel: {
            task.cancel()
        }
    }
}

extension ServeError {
    /// Makes the error for a request that has exceeded its time limit.
    package static func late(_ seconds: Double) -> ServeError {
        let microseconds = (min(seconds, 1e9) * 1e6).rounded()
        let time =
            microseconds < 1000
            ? "\(Int(microseconds)) microseconds"
            : "\((microseconds / 1000).rounded() / 1000) s"
        return ServeError(.deadline, "not done within \(time)")
    }
}
