import Dispatch

/// A completion handler that may be passed to the queue on which it is called.
package struct Completion<Value: Sendable>: Sendable {
    /// The handler, called once on ``DetectionCallbacks/queue``; there is no other reference to it.
    nonisolated(unsafe) private let body: (Value) -> Void

    /// Wraps a handler.
    package init(_ body: @escaping (Value) -> Void) { self.body = body }

    /// Calls the handler later on ``DetectionCallbacks/queue``.
    package func callAsFunction(_ value: Value) {
        DetectionCallbacks.queue.async { body(value) }
    }
}

extension Completion {
    /// Wraps a handler of Objective-C's form, which takes either a value or an error.
    package init<Found>(_ body: @escaping (Found?, (any Error)?) -> Void)
    where Value == Result<Found, any Error> {
        self.init { result in
            switch result {
            case .success(let found): body(found, nil)
            case .failure(let error): body(nil, error)
            }
        }
    }
}
