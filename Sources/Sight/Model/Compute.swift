import Foundation
import SightConcurrency

/// Runs blocking work off the cooperative thread pool.
package enum Compute {
    /// The queue runs as many bodies at a time as there are processors; the others wait in order.
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "sight.compute"
        queue.maxConcurrentOperationCount = ProcessorCount.available
        return queue
    }()

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

    /// Runs a body on a compute thread without waiting for it.
    static func start(_ body: @escaping @Sendable () -> Void) { queue.addOperation(body) }

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
