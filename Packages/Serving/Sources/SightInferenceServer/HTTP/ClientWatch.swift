import Foundation
import NIOCore

/// Notices clients that go before they are answered.
///
/// A client that closes its side of a connection is taken as gone, as nginx does.
final class ClientWatch: @unchecked Sendable {  // `actions` is only touched under the lock
    private let lock = NSLock()
    private var actions: [ObjectIdentifier: @Sendable () -> Void] = [:]

    /// The client at the other end of a connection.
    struct Client: Sendable {
        fileprivate let watch: ClientWatch
        fileprivate let channel: any Channel

        /// Says what to do when the client goes; at once if it has gone.
        func onLeaving(_ action: @escaping @Sendable () -> Void) {
            watch.lock.withLock { watch.actions[ObjectIdentifier(channel)] = action }
            if !channel.isActive { action() }
        }

        /// Forgets what to do.
        func isServed() {
            watch.lock.withLock { watch.actions[ObjectIdentifier(channel)] = nil }
        }
    }

    /// The client at the other end of a connection.
    func client(of channel: any Channel) -> Client { Client(watch: self, channel: channel) }

    /// Says that the client of a connection has gone.
    fileprivate func left(_ channel: any Channel) {
        let action = lock.withLock { actions[ObjectIdentifier(channel)] }
        action?()
    }

    /// What a connection needs in its pipeline.
    func makeHandler() -> any RemovableChannelHandler { Handler(self) }

    private final class Handler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        private let watch: ClientWatch

        init(_ watch: ClientWatch) { self.watch = watch }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .some(.inputClosed) = event as? ChannelEvent { watch.left(context.channel) }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) {
            watch.left(context.channel)
            context.fireChannelInactive()
        }
    }
}
