import SightConcurrency

/// Runs work that blocks, such as reading a whole file, off the cooperative thread pool.
package enum BlockingWork {
    private static let queue = WorkQueue("sight.files")

    /// Runs a body on a thread of its own and waits without blocking.
    ///
    /// - Parameter body: the work; its argument tells whether the surrounding task is cancelled.
    /// - Returns: the result of the body, also after a cancellation.
    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Value
    ) async -> Value {
        await queue.run { cancellation in body { cancellation.isSet } }
    }
}
