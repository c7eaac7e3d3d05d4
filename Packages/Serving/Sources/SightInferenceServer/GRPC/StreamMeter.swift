import NIOCore
import NIOHPACK
import NIOHTTP2
import SightServerSupport

/// Counts the bytes of a gRPC stream against the budget as they arrive, until the stream ends.
///
/// Without it, the gRPC library would collect a whole message before the service could refuse it.
package final class StreamMeter: ChannelInboundHandler {
    package typealias InboundIn = HTTP2Frame.FramePayload
    package typealias InboundOut = HTTP2Frame.FramePayload
    package typealias OutboundOut = HTTP2Frame.FramePayload

    private let held: HeldBytes
    private var isRefused = false

    /// Makes the handler of a stream.
    package init(_ budget: ByteBudget, _ stream: any Channel) {
        let connection = stream.parent ?? stream
        held = HeldBytes(budget, PeerAddress(connection.remoteAddress))
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .data(let part) = unwrapInboundIn(data) {
            do throws(ServeError) { try held.hold(part.data.readableBytes) } catch {
                return refuse(error, context)
            }
        }
        context.fireChannelRead(data)
    }

    /// Answers with trailers only, and ends the stream.
    ///
    /// - Source: gRPC over HTTP/2, "Trailers-Only"; 8 is `RESOURCE_EXHAUSTED`.
    private func refuse(_ error: ServeError, _ context: ChannelHandlerContext) {
        isRefused = true
        let trailers = HPACKHeaders([
            (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "8"),
            ("grpc-message", error.message),
        ])
        let payload = HTTP2Frame.FramePayload.headers(.init(headers: trailers, endStream: true))
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(wrapOutboundOut(payload)).whenComplete { _ in
            context.value.close(promise: nil)
        }
    }
}
