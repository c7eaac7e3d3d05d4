import NIOConcurrencyHelpers
import SightServerSupport

/// The limits for the bytes of all requests and answers in memory, in total and for each peer.
///
/// They bound the memory of the service, and no peer can use all of it.
package final class ByteBudget: Sendable {
    private struct Counts {
        var held = 0
        var peers: [PeerAddress: Int] = [:]
    }

    private let limit: Int
    private let peerLimit: Int
    private let counts = NIOLockedValueBox(Counts())

    /// Makes a budget; without a limit for each peer, one peer may use all of it.
    package init(limit: Int, peerLimit: Int? = nil) {
        self.limit = limit
        self.peerLimit = peerLimit ?? limit
    }

    /// Reserves bytes for a peer; returns `false` if they do not fit.
    package func take(_ count: Int, for peer: PeerAddress) -> Bool {
        counts.withLockedValue { counts in
            let own = counts.peers[peer, default: 0]
            guard count <= limit - counts.held, count <= peerLimit - own else { return false }
            counts.held += count
            counts.peers[peer] = own + count
            return true
        }
    }

    /// Releases bytes.
    package func give(_ count: Int, for peer: PeerAddress) {
        counts.withLockedValue { counts in
            counts.held -= count
            let left = counts.peers[peer, default: count] - count
            counts.peers[peer] = left > 0 ? left : nil
        }
    }

    /// The number of reserved bytes.
    package var current: Int { counts.withLockedValue { $0.held } }
}

extension ServeError {
    /// The error for a request whose bytes do not fit into the budget.
    static let heldTooMuch = ServeError(
        .overloaded, "the service holds as many bytes of requests and answers as it may",
        retryAfter: 1)
}
