/// A flag that tells whether the work on this thread has been cancelled.
///
/// Computations run on their own threads, where `Task.isCancelled` is always false; so the flag of
/// the task that started the work is passed to its thread.
package final class Cancellation: Sendable {
    /// The flag of the work on this thread.
    @TaskLocal package static var current: Cancellation?

    private let flag = Guarded(false)

    /// Makes a flag that is not set.
    package init() {}

    /// Cancels the work.
    package func cancel() { flag.current = true }

    /// Whether the work of this flag has been cancelled.
    package var isSet: Bool { flag.current }

    /// Whether the work on this thread has been cancelled.
    package static var isCancelled: Bool { current?.isSet ?? false }
}
