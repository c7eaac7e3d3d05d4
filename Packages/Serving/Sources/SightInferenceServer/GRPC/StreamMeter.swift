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
///
/// After a refusal, the meter drops what the library still answers on the stream: a second answer
/// would be an error of the protocol, for which the library closes the connection with all its
/// streams.
package final class StreamMeter: ChannelDuplexHandler {
    package typealias InboundIn = HTTP2Frame.FramePayload
    package typealias InboundOut = HTTP2Frame.FramePayload
    package typealias OutboundIn = HTTP2Frame.FramePayload
    package typealias OutboundOut = HTTP2Frame.FramePayload

    /// How much of the answer has been sent.
    private enum Answer { case nothing, headers, all }

    private let held: HeldBytes
    /// The limit of a decompressed message.
    private let maximumBody: Int
    private var frames = MessageFrames()
    /// The seconds in which a request has to arrive.
    private let seconds: Double
    private var timer: Scheduled<Void>?
    private var answer = Answer.nothing
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

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        guard !isRefused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        if case .headers(let part) = unwrapOutboundIn(data) {
            answer = part.endStream ? .all : .headers
        }
        context.write(data, promise: promise)
    }

    private func hold(_ data: IOData) throws(ServeError) {
        try held.hold(data.readableBytes)
        guard case .byteBuffer(let bytes) = data else { return }
        let inflated = frames.inflatedLimit(of: bytes, limit: maximumBody)
        if inflated > 0 { try held.hold(inflated) }
    }

    /// Ends the stream, with a status unless the answer already has one.
    ///
    /// - Source: gRPC over HTTP/2, "Responses"; 4 is `DEADLINE_EXCEEDED`, 8 is
    ///   `RESOURCE_EXHAUSTED`.
    private func refuse(_ error: ServeError, status: Int, _ context: ChannelHandlerContext) {
        isRefused = true
        timer?.cancel()
        guard answer != .all else { return context.close(promise: nil) }
        // An answer of trailers only also has the fields that start an answer.
        let start =
            answer == .nothing ? [(":status", "200"), ("content-type", "application/grpc")] : []
        let trailers = HPACKHeaders(
            start + [("grpc-status", String(status)), ("grpc-message", error.message)])
        let payload = HTTP2Frame.FramePayload.headers(.init(headers: trailers, endStream: true))
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(wrapOutboundOut(payload)).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
