public import NIOCore

/// Closes the connection of a client that does not read.
///
/// A channel has a limit for the bytes that wait to be sent. The connection is closed if more bytes
/// wait for too long. The system takes more bytes only when a part of its own buffer is free, which
/// may be more than a megabyte, so the time has to be long enough for a slow client.
public final class StallLimit: ChannelInboundHandler {
    /// The handler passes on what it receives.
    public typealias InboundIn = NIOAny

    private let time: TimeAmount
    private var timer: Scheduled<Void>?

    /// Makes the handler of one connection.
    public init(_ time: TimeAmount) { self.time = time }

    /// Starts the time when too many bytes wait, and stops it when they are sent.
    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        stop()
        let channel = context.channel
        if !channel.isWritable {
            timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Stops the time when the connection ends.
    public func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    /// Stops the time when the handler is removed.
    public func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
