import HummingbirdCore
import Logging
import NIOCore

/// Connections whose tasks run on their own event loop, that hold little while they idle, and whose
/// requests with binary tensors take the short way.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let endpoint: TensorEndpoint

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
            // Behind what knows whether a connection idles, and before the routes.
            let place = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try pipeline.addHandler(TensorHandler(endpoint), position: .after(place))
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor.of(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
