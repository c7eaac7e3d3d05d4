import HummingbirdCore
import Logging
import NIOCore

/// A channel whose tasks run on the event loop of the connection, which needs little memory while
/// it idles, and which handles requests with binary tensors without the routes.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let endpoint: TensorEndpoint
    /// The time in which a client has to take a piece of its answer.
    let patience: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        endpoint.core.connections.admit(channel)
        return channel.eventLoop.makeCompletedFuture {
            let options = channel.syncOptions
            try options?.setOption(.maxMessagesPerRead, value: 1)
            try options?.setOption(.recvAllocator, value: ReceiveSizes())
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            // The handler comes after the one that detects idle connections, and before the routes.
            let place = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            let closing = PatientClose(
                patience: patience, end: TimeAmount(endpoint.core.settings.endTime))
            try pipeline.addHandler(closing, position: .before(place))
            try pipeline.addHandler(TensorHandler(endpoint, closing), position: .after(place))
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor.of(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
