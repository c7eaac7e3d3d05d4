import HummingbirdCore
import Logging
import NIOCore
import SightServerSupport

/// Connections that are counted against a limit, each peer's besides all.
struct LimitedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let limit: ConnectionLimit

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        limit.admit(channel)
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
