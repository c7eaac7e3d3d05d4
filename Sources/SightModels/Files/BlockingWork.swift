import Dispatch
import SightConcurrency

/// Runs work that blocks, such as reading a whole file, off the cooperative thread pool.
package enum BlockingWork {
    /// Runs a body on a thread of Dispatch and waits without blocking.
    ///
    /// - Parameter body: the work; its argument tells whether the surrounding task is cancelled.
    /// - Returns: the result of the body, also after a cancellation.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Value
    ) async -> Value {
        let isCancelled = Guarded(false)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: body { isCancelled.current })
                }
            }
        } onCancel: {
            isCancelled.current = true
        }
    }
}
