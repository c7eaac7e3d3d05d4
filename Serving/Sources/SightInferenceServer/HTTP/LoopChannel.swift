import HummingbirdCore
import Logging
import NIOCore

/// Connections whose tasks run on their own event loop, and that hold little while they idle.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    /// Bytes that are received at once; a connection keeps as many for as long as it is open.
    private static var received: Int { 1 << 15 }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            // NIO would keep four buffers of 64 KiB: a thousand connections, a quarter of a gigabyte.
            let options = channel.syncOptions
            try options?.setOption(.maxMessagesPerRead, value: 1)
            try options?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 1024, initial: 2048, maximum: Self.received))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor.of(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
