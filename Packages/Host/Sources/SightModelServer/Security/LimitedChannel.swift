import HummingbirdCore
import Logging
import NIOCore
import SightServerSupport

/// A channel whose connections count against the limit in all and the limit of their peer, and are
/// closed when their clients do not read.
struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let limit: ConnectionLimit
    let stallSeconds: Double

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        limit.admit(channel)
        let time = TimeAmount.nanoseconds(Int64(min(max(stallSeconds, 0), 1e9) * 1e9))
        do { try channel.pipeline.syncOperations.addHandler(StallLimit(time)) } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
