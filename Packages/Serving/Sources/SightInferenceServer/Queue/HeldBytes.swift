import NIOConcurrencyHelpers
import SightServerSupport

/// The bytes that one request holds, and then its answer.
///
/// They count against the budget until this object is released.
package final class HeldBytes: Sendable {
    /// The peer whose share of the budget the bytes use.
    let peer: PeerAddress
    private let budget: ByteBudget
    private let count = NIOLockedValueBox(0)

    /// Makes an object that holds no bytes.
    package init(_ budget: ByteBudget, _ peer: PeerAddress) {
        self.budget = budget
        self.peer = peer
    }

    deinit { budget.give(count.withLockedValue { $0 }, for: peer) }

    /// The number of bytes that are held.
    var current: Int { count.withLockedValue { $0 } }

    /// Holds more bytes: those that have arrived or are about to be allocated, never those that a
    /// request only announces.
    ///
    /// - Throws: ``ServeError`` of kind `overloaded` if they do not fit.
    package func hold(_ more: Int) throws(ServeError) {
        guard budget.take(more, for: peer) else { throw .heldTooMuch }
        count.withLockedValue { $0 += more }
    }

    /// Holds some bytes instead of those before: an answer instead of its request.
    ///
    /// - Throws: ``ServeError`` of kind `overloaded` if they do not fit.
    package func replace(with new: Int) throws(ServeError) {
        let isHeld = count.withLockedValue { count in
            guard new <= count || budget.take(new - count, for: peer) else { return false }
            if new < count { budget.give(count - new, for: peer) }
            count = new
            return true
        }
        guard isHeld else { throw .heldTooMuch }
    }
}
