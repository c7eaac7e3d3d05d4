import Foundation

/// Whether somebody still waits for a piece of work.
final class WorkTicket: @unchecked Sendable {  // `flag` is only touched under the lock
    private let lock = NSLock()
    private var flag = false

    /// Says that nobody waits any more.
    func cancel() { lock.withLock { flag = true } }

    /// Whether nobody waits any more.
    var isCancelled: Bool { lock.withLock { flag } }
}
