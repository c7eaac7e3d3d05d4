import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import SightInferenceServer
import Testing

/// Connections that are closed while a client reads its answer.
@Suite struct PatientCloseTests {
    /// A socket that takes bytes when the test says so.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        private(set) var parts: [HTTPResponsePart] = []
        private var promises: [EventLoopPromise<Void>?] = []

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            parts.append(unwrapOutboundIn(data))
            promises.append(promise)
        }

        /// Takes the oldest parts.
        func take(_ count: Int) {
            let taken = promises.prefix(count)
            promises.removeFirst(taken.count)
            for promise in taken { promise?.succeed() }
        }
    }

    private func connection(_ bytes: Int) throws -> (EmbeddedChannel, Socket) {
        let (channel, socket) = (EmbeddedChannel(), Socket())
        try channel.pipeline.syncOperations.addHandlers(
            socket, PatientClose(patience: .seconds(75), end: .seconds(33)))
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(
            HTTPResponsePart.body(ByteBuffer(repeating: 1, count: bytes)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        return (channel, socket)
    }

    /// A connection is closed when its client has taken the last piece of the answer.
    @Test(arguments: [false, true]) func answersAreTakenInFull(isEnding: Bool) throws {
        let (channel, socket) = try connection(600 << 10)
        #expect(socket.parts.count == 5, "a head, three pieces and an end")
        if isEnding { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        channel.close(promise: nil)
        for _ in 0..<3 {
            #expect(channel.isActive)
            socket.take(1)
            channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        }
        #expect(channel.isActive)
        socket.take(2)
        channel.embeddedEventLoop.run()
        // A client may use a connection that was idle for the library only.
        #expect(channel.isActive == !isEnding)
        channel.embeddedEventLoop.advanceTime(by: .seconds(80))
        #expect(!channel.isActive)
        socket.take(9)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// A further request goes on although the library has closed the connection as idle.
    @Test func furtherRequestsGoOn() throws {
        let (channel, socket) = try connection(10)
        channel.close(promise: nil)
        socket.take(3)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(80))
        #expect(channel.isActive)
        channel.close(promise: nil)
        #expect(!channel.isActive)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// A client that takes nothing is given up; one that takes a piece has more time.
    @Test func clientsThatTakeNothingAreGivenUp() throws {
        let (channel, socket) = try connection(600 << 10)
        channel.embeddedEventLoop.advanceTime(by: .seconds(70))
        socket.take(2)
        channel.embeddedEventLoop.advanceTime(by: .seconds(70))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(!channel.isActive)
        socket.take(9)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// A shutdown cuts off a client that is too slow.
    @Test func shutdownsEnd() throws {
        let (channel, socket) = try connection(600 << 10)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .seconds(32))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        socket.take(9)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}
