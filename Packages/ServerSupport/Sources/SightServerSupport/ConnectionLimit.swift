import Foundation
public import NIOCore

/// How many connections there may be at once: in all, and from each peer.
public final class ConnectionLimit: @unchecked Sendable {  // the counts are under the lock
    private let total: Int
    private let perPeer: Int
    private let lock = NSLock()
    private var count = 0
    private var counts: [PeerAddress: Int] = [:]

    /// Makes a limit.
    public init(total: Int, perPeer: Int) {
        self.total = total
        self.perPeer = perPeer
    }

    /// Counts a connection until it is closed; closes it soon where there are too many.
    ///
    /// Not at once: a server takes a connection that fails while it is set up as a failure of its own.
    public func admit(_ channel: any Channel) {
        let peer = PeerAddress(channel.remoteAddress)
        guard enter(peer) else {
            return channel.eventLoop.execute { channel.close(promise: nil) }
        }
        channel.closeFuture.whenComplete { _ in self.leave(peer) }
    }

    /// Counts a connection, if there is room.
    public func enter(_ peer: PeerAddress) -> Bool {
        lock.withLock {
            guard count < total, counts[peer, default: 0] < perPeer else { return false }
            count += 1
            counts[peer, default: 0] += 1
            return true
        }
    }

    /// Forgets a connection.
    public func leave(_ peer: PeerAddress) {
        lock.withLock {
            count -= 1
            let left = counts[peer, default: 1] - 1
            counts[peer] = left > 0 ? left : nil
        }
    }
}
