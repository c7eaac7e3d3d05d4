import NIOConcurrencyHelpers
import NIOCore

/// Detects clients that close their connection before they get an answer.
///
/// As in nginx, a client that closes its side of a connection counts as disconnected.
final class ClientWatch: Sendable {
    private let actions = NIOLockedValueBox<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// The client at the other end of a connection.
    struct Client: Sendable {
        fileprivate let watch: ClientWatch
        fileprivate let channel: any Channel

        /// Sets the action for the end of the connection; if the connection has ended, the action
        /// runs immediately.
        func onLeaving(_ action: @escaping @Sendable () -> Void) {
            watch.actions.withLockedValue { $0[ObjectIdentifier(channel)] = action }
            if !channel.isActive { action() }
        }

        /// Removes the action.
        func isServed() {
            watch.actions.withLockedValue { $0[ObjectIdentifier(channel)] = nil }
        }
    }

    /// The client at the other end of a connection.
    func client(of channel: any Channel) -> Client { Client(watch: self, channel: channel) }

    /// Runs the action of a connection whose client has disconnected.
    fileprivate func left(_ channel: any Channel) {
        let action = actions.withLockedValue { $0[ObjectIdentifier(channel)] }
        action?()
    }

    /// Makes the handler for the pipeline of a connection.
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
