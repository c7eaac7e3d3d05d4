import Foundation

/// Whether the work on this thread is still wanted.
///
/// Compute runs on threads of its own, where `Task.isCancelled` says nothing; the flag of the task
/// that asked for the work travels with it.
final class Cancellation: @unchecked Sendable {  // `flag` is only touched under the lock
    @TaskLocal static var current: Cancellation?

    private let lock = NSLock()
    private var flag = false

    /// Says that nobody waits any more.
    func cancel() { lock.withLock { flag = true } }

    private var isSet: Bool { lock.withLock { flag } }

    /// Whether the work on this thread has been cancelled.
    static var isCancelled: Bool { current?.isSet ?? false }
}
