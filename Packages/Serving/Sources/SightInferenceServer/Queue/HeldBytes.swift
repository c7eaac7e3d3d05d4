import Foundation
import SightServerSupport

/// The bytes of one request; they count against the budget while this lives.
final class HeldBytes: @unchecked Sendable {  // `count` is only touched under the lock
    private let budget: ByteBudget
    private let peer: PeerAddress
    private let lock = NSLock()
    private var count = 0

    /// Holds nothing yet.
    init(_ budget: ByteBudget, _ peer: PeerAddress) {
        self.budget = budget
        self.peer = peer
    }

    deinit { budget.give(count, for: peer) }

    /// Holds more bytes, which are here or about to be made: never those that are only announced.
    ///
    /// - Throws: ``ServeError`` of kind `overloaded` where they do not fit.
    func hold(_ more: Int) throws(ServeError) {
        guard budget.take(more, for: peer) else { throw .heldTooMuch }
        lock.withLock { count += more }
    }
}
