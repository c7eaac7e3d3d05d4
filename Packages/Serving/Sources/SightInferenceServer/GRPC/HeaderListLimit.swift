import NIOCore
import NIOHTTP2

/// Raises the limit for the header fields of a call from the 16 KiB of the gRPC library.
///
/// More header fields end the whole connection, with all its calls, because their compression has
/// one state for all. The handler comes right after the one of HTTP/2, which has then sent its first
/// settings; the limit holds when the client confirms the second ones.
///
/// - Source: RFC 9113, 6.5.2.
final class HeaderListLimit: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// The limit in bytes, with the 32 that HTTP/2 adds for each field.
    private static let byteCount = 1 << 16

    func channelActive(context: ChannelHandlerContext) {
        let settings = [HTTP2Setting(parameter: .maxHeaderListSize, value: Self.byteCount)]
        let frame = HTTP2Frame(streamID: .rootStream, payload: .settings(.settings(settings)))
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        context.fireChannelActive()
    }
}
