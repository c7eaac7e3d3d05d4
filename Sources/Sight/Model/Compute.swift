import Foundation
import SightConcurrency

/// Runs blocking work off the cooperative thread pool.
package enum Compute {
    private static let queue = makeQueue("sight.compute")
    /// The queue of work for which nobody waits, so that it delays none for which somebody waits.
    private static let besideQueue = makeQueue("sight.beside")

    /// Makes a queue that runs as many bodies at a time as there are processors; the others wait in
    /// order.
    private static func makeQueue(_ name: String) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = ProcessorCount.available
        return queue
    }

    /// Runs a body on a compute thread and waits without blocking.
    ///
    /// If the surrounding task is cancelled, the body ends at its next operator.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(DetectionError) -> Value
    ) async throws(DetectionError) -> Value {
        let cancellation = Cancellation()
        let result: Result<Value, DetectionError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.addOperation {
                    Cancellation.$current.withValue(cancellation) {
                        continuation.resume(returning: attempt(body))
                    }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }

    /// Runs a body on another thread without waiting for it.
    static func start(_ body: @escaping @Sendable () -> Void) { besideQueue.addOperation(body) }

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
