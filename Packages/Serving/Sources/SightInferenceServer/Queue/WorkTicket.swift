import NIOConcurrencyHelpers
import SightServerSupport
import Synchronization

/// The client, the bytes and the cancellation flag of a piece of work.
final class WorkTicket: Sendable {
    /// The client that waits for the work.
    let peer: PeerAddress
    /// The bytes that the work reads; they count until it has ended, even if nobody waits any more.
    private let held: HeldBytes?
    private let flag = Atomic(false)
    /// Ends the wait for the work.
    private let leave = NIOLockedValueBox<(@Sendable (WorkTicket) -> Void)?>(nil)

    /// Makes the ticket of a client's work, which may read the bytes of a request.
    init(_ peer: PeerAddress, holding held: HeldBytes? = nil) {
        self.peer = peer
        self.held = held
    }

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
