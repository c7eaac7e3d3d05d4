import NIOConcurrencyHelpers
public import NIOCore

/// The limits of open connections, in total and from each peer.
public final class ConnectionLimit: Sendable {
    private struct Counts {
        var total = 0
        var peers: [PeerAddress: Int] = [:]
    }

    private let total: Int
    private let perPeer: Int
    private let counts = NIOLockedValueBox(Counts())

    /// Makes a limit.
    public init(total: Int, perPeer: Int) {
        self.total = total
        self.perPeer = perPeer
    }

    /// Counts a connection until it is closed; if there are too many, closes it after its set-up.
    ///
    /// It is not closed immediately, because a server treats a connection that fails during its
    /// set-up as a failure of its own.
    public func admit(_ channel: any Channel) {
        let peer = PeerAddress(channel.remoteAddress)
        guard enter(peer) else {
            return channel.eventLoop.execute { channel.close(promise: nil) }
        }
        channel.closeFuture.whenComplete { _ in self.leave(peer) }
    }

    /// Counts a connection if the limits allow it.
    public func enter(_ peer: PeerAddress) -> Bool {
        counts.withLockedValue { counts in
            guard counts.total < total, counts.peers[peer, default: 0] < perPeer else {
                return false
            }
            counts.total += 1
            counts.peers[peer, default: 0] += 1
            return true
        }
    }

    /// Counts a connection as closed.
    public func leave(_ peer: PeerAddress) {
        counts.withLockedValue { counts in
            counts.total -= 1
            let left = counts.peers[peer, default: 1] - 1
            counts.peers[peer] = left > 0 ? left : nil
        }
    }
}
