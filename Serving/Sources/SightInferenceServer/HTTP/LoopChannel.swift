import HummingbirdCore
import Logging
import NIOCore

/// Connections whose tasks run on their own event loop.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor.of(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
