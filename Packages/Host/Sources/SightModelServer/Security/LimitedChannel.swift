import HummingbirdCore
import Logging
import NIOCore
import SightServerSupport

/// A channel whose connections count against the limit in all and the limit of their peer.
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
