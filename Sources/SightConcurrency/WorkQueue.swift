import Dispatch

/// A queue of blocking work with threads of its own.
///
/// Swift's tasks have as many threads as there are processors. On Linux, the concurrent queues of
/// Dispatch and the operations of Foundation use the same threads, so that work there would delay
/// all tasks of the process. A serial queue of Dispatch gets a thread beyond these; this queue has
/// one for each body that may run at a time.
package final class WorkQueue: Sendable {
    private struct State {
        /// The serial queues on which nothing runs.
        var idle: [DispatchQueue]
        /// The bodies that wait, the oldest first.
        var waiting: [@Sendable () -> Void] = []
    }

    private let state: Guarded<State>

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - name: the name of its threads.
    ///   - width: the number of bodies that run at a time; the others wait in order.
    package init(_ name: String, width: Int = ProcessorCount.available) {
        let threads = (0..<width).map { _ in
            DispatchQueue(label: name, qos: .default, autoreleaseFrequency: .workItem)
        }
        state = Guarded(State(idle: threads))
    }

    /// Runs a body on a thread of the queue without waiting for it.
    package func add(_ body: @escaping @Sendable () -> Void) {
        let thread = state.withLock { state in
            let thread = state.idle.popLast()
            if thread == nil { state.waiting.append(body) }
            return thread
        }
        if let thread { run(body, on: thread) }
    }

    /// Runs a body on a thread of the queue and waits without blocking.
    ///
    /// - Parameters:
    ///   - dropped: the result if the surrounding task is cancelled while the body waits for a
    ///     thread; with `nil` the body runs nevertheless.
    ///   - body: the work; its argument tells whether the surrounding task is cancelled.
    /// - Returns: the result of the body.
    package func run<Value: Sendable>(
        ifDropped dropped: Value? = nil,
        _ body: @escaping @Sendable (_ cancellation: Cancellation) -> Value
    ) async -> Value {
        let cancellation = Cancellation()
        let caller = Caller<Value>()
        let value = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                caller.wait(continuation)
                add {
                    guard let continuation = caller.take() else { return }
                    let value = body(cancellation)
                    caller.passLock()
                    continuation.resume(returning: value)
                }
                // A task that was cancelled before has not found the continuation.
                if let dropped, cancellation.isSet { caller.take()?.resume(returning: dropped) }
            }
        } onCancel: {
            cancellation.cancel()
            if let dropped { caller.take()?.resume(returning: dropped) }
        }
        caller.passLock()
        return value
    }

    private func run(_ body: @escaping @Sendable () -> Void, on thread: DispatchQueue) {
        thread.async { [self] in
            body()
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(thread)
                return nil
            }
            if let next { run(next, on: thread) }
        }
    }

    /// A task that waits for its body to begin.
    private final class Caller<Value: Sendable>: Sendable {
        private let continuation = Guarded<CheckedContinuation<Value, Never>?>(nil)

        func wait(_ continuation: CheckedContinuation<Value, Never>) {
            self.continuation.current = continuation
        }

        /// Takes and releases the lock, before and after the value is handed over.
        ///
        /// A continuation orders the accesses to the value, but the thread sanitizer does not always
        /// see this; it sees locks.
        func passLock() { continuation.withLock { _ in } }

        /// Returns the continuation to the first one who asks; `nil` to others.
        func take() -> CheckedContinuation<Value, Never>? {
            continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
        }
    }
}
