import Dispatch

/// A completion handler on its way to the queue where it is called.
package struct Completion<Value: Sendable>: Sendable {
    /// Called once, on ``DetectionCallbacks/queue``; nobody else keeps it.
    nonisolated(unsafe) private let body: (Value) -> Void

    /// Wraps a handler.
    package init(_ body: @escaping (Value) -> Void) { self.body = body }

    /// Calls the handler later on ``DetectionCallbacks/queue``.
    package func callAsFunction(_ value: Value) {
        DetectionCallbacks.queue.async { body(value) }
    }
}

extension Completion {
    /// Wraps a handler of Objective-C's form: either what was found or an error.
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
