import SightConcurrency

/// Runs blocking work off the cooperative thread pool.
package enum Compute {
    private static let queue = WorkQueue("sight.compute")
    /// The queue of work for which nobody waits, so that it delays none for which somebody waits.
    private static let besideQueue = WorkQueue("sight.beside")

    /// Runs a body on a compute thread and waits without blocking.
    ///
    /// If the surrounding task is cancelled, a body that waits for a thread does not begin, and one
    /// that runs ends at its next operator.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(DetectionError) -> Value
    ) async throws(DetectionError) -> Value {
        let dropped = Result<Value, DetectionError>.failure(.cancelled)
        return try await queue.run(ifDropped: dropped) { cancellation in
            Cancellation.$current.withValue(cancellation) { attempt(body) }
        }.get()
    }

    /// Runs a body on another thread without waiting for it.
    static func start(_ body: @escaping @Sendable () -> Void) { besideQueue.add(body) }

    private static func attempt<Value>(_ body: () throws(DetectionError) -> Value)
        -> Result<Value, DetectionError>
    {
        guard !Cancellation.isCancelled else { return .failure(.cancelled) }
        do throws(DetectionError) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}
