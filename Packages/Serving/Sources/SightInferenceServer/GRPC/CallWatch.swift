import NIOCore

/// Closes a gRPC connection that makes no call, soon before its first one and later after an idle
/// time; during a shutdown also one that does not end its calls.
///
/// The gRPC library itself waits for a client to confirm the end, for which a silent one has no
/// limit.
package final class CallWatch: ChannelInboundHandler {
    package typealias InboundIn = NIOAny

    /// The time for the first call.
    private static let first = TimeAmount.seconds(20)
    /// The time between two calls.
    private static let idle = TimeAmount.seconds(600)
    /// The time in which a client confirms the end.
    private static let farewell = TimeAmount.seconds(5)

    private let end: TimeAmount
    private var context: ChannelHandlerContext?
    /// The calls under way.
    private var calls = 0
    private var hasCalled = false
    /// Whether the client has been told that the connection ends.
    private var isEnding = false
    private var timer: Scheduled<Void>?
    /// The timer for the end of the shutdown.
    private var cutOff: Scheduled<Void>?

    /// Makes the handler of a connection; a shutdown has the time `end` for the calls under way.
    package init(end: TimeAmount) { self.end = end }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        wait()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.cancel()
        cutOff?.cancel()
    }

    /// Notes the stream of a call, until the stream ends.
    package func note(_ stream: any Channel) {
        timer?.cancel()
        hasCalled = true
        calls += 1
        stream.closeFuture.assumeIsolated().whenComplete { _ in
            self.calls -= 1
            if self.calls == 0 { self.wait() }
        }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !isEnding {
            isEnding = true
            cutOff = context.eventLoop.assumeIsolated().scheduleTask(in: end) { self.close() }
            if calls == 0 { wait() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Waits for a call, and otherwise ends the connection.
    private func wait() {
        guard let context else { return }
        timer?.cancel()
        let time = isEnding ? Self.farewell : hasCalled ? Self.idle : Self.first
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            guard let context = self.context else { return }
            if self.isEnding {
                // The socket may still take answers; `cutOff` limits that.
                return context.channel.isWritable ? self.close() : self.wait()
            }
            // The library tells the client, so that no call is lost on its way.
            context.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private func close() { context?.close(mode: .all, promise: nil) }
}
