import SightConcurrency

/// A flag that tells whether the work on this thread has been cancelled.
///
/// Computations run on their own threads, where `Task.isCancelled` is always false; so the flag of
/// the task that started the work is passed to its thread.
final class Cancellation: Sendable {
    @TaskLocal static var current: Cancellation?

    private let flag = Guarded(false)

    /// Cancels the work.
    func cancel() { flag.current = true }

    /// Whether the work on this thread has been cancelled.
    static var isCancelled: Bool { current?.flag.current ?? false }
}
