import NIOCore
import NIOHPACK
import NIOHTTP2
import SightServerSupport

/// Counts the bytes of a gRPC stream against the budget as they arrive, until the stream ends, and
/// limits the time in which they arrive.
///
/// A compressed message also counts with the most that it can become, because the gRPC library
/// decompresses it as soon as it is complete.
///
/// Without it, the gRPC library would collect a whole message before the service could refuse it,
/// and would wait for the rest of a message as long as the connection lasts.
package final class StreamMeter: ChannelInboundHandler {
    package typealias InboundIn = HTTP2Frame.FramePayload
    package typealias InboundOut = HTTP2Frame.FramePayload
    package typealias OutboundOut = HTTP2Frame.FramePayload

    private let held: HeldBytes
    /// The limit of a decompressed message.
    private let maximumBody: Int
    private var frames = MessageFrames()
    /// The seconds in which a request has to arrive.
    private let seconds: Double
    private var timer: Scheduled<Void>?
    private var isRefused = false

    /// Makes the handler of a stream whose request has to arrive in some seconds.
    package init(_ budget: ByteBudget, _ stream: any Channel, seconds: Double, maximumBody: Int) {
        let connection = stream.parent ?? stream
        held = HeldBytes(budget, PeerAddress(connection.remoteAddress))
        self.seconds = seconds
        self.maximumBody = maximumBody
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let left = TimeAmount(Duration.seconds(min(seconds, 1e9)))
        timer = context.eventLoop.scheduleTask(in: left) {
            let (meter, context) = bound.value
            if !meter.isRefused { meter.refuse(.late(meter.seconds), status: 4, context) }
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .data(let part):
            do throws(ServeError) { try hold(part.data) } catch {
                return refuse(error, status: 8, context)
            }
            if part.endStream { timer?.cancel() }
        case .headers(let part) where part.endStream: timer?.cancel()
        default: break
        }
        context.fireChannelRead(data)
    }

    private func hold(_ data: IOData) throws(ServeError) {
        try held.hold(data.readableBytes)
        guard case .byteBuffer(let bytes) = data else { return }
        let inflated = frames.inflatedLimit(of: bytes, limit: maximumBody)
        if inflated > 0 { try held.hold(inflated) }
    }

    /// Answers with trailers only, and ends the stream.
    ///
    /// - Source: gRPC over HTTP/2, "Trailers-Only"; 4 is `DEADLINE_EXCEEDED`, 8 is
    ///   `RESOURCE_EXHAUSTED`.
    private func refuse(_ error: ServeError, status: Int, _ context: ChannelHandlerContext) {
        isRefused = true
        timer?.cancel()
        let trailers = HPACKHeaders([
            (":status", "200"), ("content-type", "application/grpc"),
            ("grpc-status", String(status)), ("grpc-message", error.message),
        ])
        let payload = HTTP2Frame.FramePayload.headers(.init(headers: trailers, endStream: true))
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(wrapOutboundOut(payload)).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
