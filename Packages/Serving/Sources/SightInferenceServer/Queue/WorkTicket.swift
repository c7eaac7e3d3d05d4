import NIOConcurrencyHelpers
import SightServerSupport
import Synchronization

/// The client and the cancellation flag of a piece of work.
final class WorkTicket: Sendable {
    /// The client that waits for the work.
    let peer: PeerAddress
    private let flag = Atomic(false)
    /// Removes the work from its queue.
    private let leave = NIOLockedValueBox<(@Sendable (WorkTicket) -> Void)?>(nil)

    /// Makes the ticket of a client's work.
    init(_ peer: PeerAddress) { self.peer = peer }

    /// Whether the work is cancelled.
    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Cancels the work.
    func cancel() {
        flag.store(true, ordering: .releasing)
        leave.withLockedValue { $0 }?(self)
    }

    /// Sets the action for the cancellation; it never runs if the ticket is cancelled already.
    func onCancel(_ action: @escaping @Sendable (WorkTicket) -> Void) {
        leave.withLockedValue { $0 = action }
    }
}
