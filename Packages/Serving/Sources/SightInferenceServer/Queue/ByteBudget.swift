import Foundation

/// How many bytes of requests may be held at once: what memory the service needs has a bound.
package final class ByteBudget: @unchecked Sendable {  // `held` is only touched under the lock
    private let limit: Int
    private let lock = NSLock()
    private var held = 0

    /// Makes a budget.
    package init(limit: Int) { self.limit = limit }

    /// Takes bytes if they fit.
    package func take(_ count: Int) -> Bool {
        lock.withLock {
            guard count <= limit - held else { return false }
            held += count
            return true
        }
    }

    /// Gives bytes back.
    package func give(_ count: Int) { lock.withLock { held -= count } }

    /// Bytes that are held.
    package var current: Int { lock.withLock { held } }
}

extension ServeError {
    /// There is no room for a request's bytes.
    static let heldTooMuch = ServeError(
        .overloaded, "the service holds as many bytes of requests as it may", retryAfter: 1)
}
