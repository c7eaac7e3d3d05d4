import Foundation
import SightServerSupport

/// How many bytes of requests may be held at once, in all and from each peer: what memory the service
/// needs has a bound, and nobody takes all of it.
package final class ByteBudget: @unchecked Sendable {  // the counts are under the lock
    private let limit: Int
    private let peerLimit: Int
    private let lock = NSLock()
    private var held = 0
    private var peers: [PeerAddress: Int] = [:]

    /// Makes a budget; without a limit for each peer, one may take all.
    package init(limit: Int, peerLimit: Int? = nil) {
        self.limit = limit
        self.peerLimit = peerLimit ?? limit
    }

    /// Takes bytes if they fit.
    package func take(_ count: Int, for peer: PeerAddress) -> Bool {
        lock.withLock {
            let own = peers[peer, default: 0]
            guard count <= limit - held, count <= peerLimit - own else { return false }
            held += count
            peers[peer] = own + count
            return true
        }
    }

    /// Gives bytes back.
    package func give(_ count: Int, for peer: PeerAddress) {
        lock.withLock {
            held -= count
            let left = peers[peer, default: count] - count
            peers[peer] = left > 0 ? left : nil
        }
    }

    /// Bytes that are held.
    package var current: Int { lock.withLock { held } }
}

extension ServeError {
    /// There is no room for a request's bytes.
    static let heldTooMuch = ServeError(
        .overloaded, "the service holds as many bytes of requests as it may", retryAfter: 1)
}
