import Synchronization

/// Whether somebody still waits for a piece of work.
final class WorkTicket: Sendable {
    private let flag = Atomic(false)
    /// Takes the work out of the line that it waits in.
    private let leave = Mutex<(@Sendable (WorkTicket) -> Void)?>(nil)

    /// Whether nobody waits any more.
    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Says that nobody waits any more.
    func cancel() {
        flag.store(true, ordering: .releasing)
        leave.withLock { $0 }?(self)
    }

    /// Says what to do when nobody waits any more; too late for a ticket that is cancelled already.
    func onCancel(_ action: @escaping @Sendable (WorkTicket) -> Void) {
        leave.withLock { $0 = action }
    }
}
