import SightConcurrency

/// Whether the work on this thread is still wanted.
///
/// Compute runs on threads of its own, where `Task.isCancelled` says nothing; the flag of the task
/// that asked for the work travels with it.
final class Cancellation: Sendable {
    @TaskLocal static var current: Cancellation?

    private let flag = Guarded(false)

    /// Says that nobody waits any more.
    func cancel() { flag.current = true }

    /// Whether the work on this thread has been cancelled.
    static var isCancelled: Bool { current?.flag.current ?? false }
}
