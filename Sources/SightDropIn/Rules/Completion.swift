import Dispatch

/// A completion handler on its way to the queue where it is called.
package struct Completion<each Value>: @unchecked Sendable {  // called once, by its owner
    // Sendable proof: the closure is made by the caller of the API, handed over with the call and
    // called once, on `DetectionCallbacks.queue`; nobody else keeps it.
    private let body: (repeat each Value) -> Void

    /// Wraps a handler.
    package init(_ body: @escaping (repeat each Value) -> Void) { self.body = body }

    /// Calls the handler later on ``DetectionCallbacks/queue``.
    package func callAsFunction(_ values: repeat each Value) where repeat each Value: Sendable {
        DetectionCallbacks.queue.async { body(repeat each values) }
    }

    /// Calls the handler here and now.
    package func callNow(_ values: repeat each Value) { body(repeat each values) }
}
