import Foundation
import NIOCore

/// Cancels what is done for clients that have gone.
///
/// A client that closes its side of a connection is taken as gone, as nginx does.
final class ClientWatch: @unchecked Sendable {  // `tasks` is only touched under the lock
    private let lock = NSLock()
    private var tasks: [ObjectIdentifier: @Sendable () -> Void] = [:]

    /// Runs a body, and cancels it when the connection ends.
    func during<Value: Sendable>(
        _ channel: any Channel, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
        let id = ObjectIdentifier(channel)
        lock.withLock { tasks[id] = { task.cancel() } }
        defer { lock.withLock { tasks[id] = nil } }
        if !channel.isActive { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Says that the client of a connection has gone.
    fileprivate func left(_ channel: any Channel) {
        let cancel = lock.withLock { tasks[ObjectIdentifier(channel)] }
        cancel?()
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
