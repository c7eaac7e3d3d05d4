import NIOCore
import NIOEmbedded
import SightInferenceServer
import Testing

/// Connections of gRPC that make no call.
@Suite struct CallWatchTests {
    private func connection() throws -> (EmbeddedChannel, CallWatch) {
        let (channel, watch) = (EmbeddedChannel(), CallWatch(end: .seconds(33)))
        try channel.pipeline.syncOperations.addHandler(watch)
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return (channel, watch)
    }

    /// A connection has 20 seconds for its first call, and then 5 to confirm the end.
    @Test func connectionsWithoutCallsAreClosed() throws {
        let (channel, _) = try connection()
        channel.embeddedEventLoop.advanceTime(by: .seconds(24))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// Calls keep a connection open, and ten minutes after the last one it is closed.
    @Test func connectionsWithCallsStay() throws {
        let (channel, watch) = try connection()
        let stream = EmbeddedChannel(loop: channel.embeddedEventLoop)
        watch.note(stream)
        channel.embeddedEventLoop.advanceTime(by: .seconds(3600))
        #expect(channel.isActive)
        stream.close(promise: nil)
        channel.embeddedEventLoop.run()
        channel.embeddedEventLoop.advanceTime(by: .seconds(590))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(11))
        channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(!channel.isActive)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// A shutdown waits five seconds for a connection without calls, and longer for calls.
    @Test(arguments: [false, true]) func shutdownsEndConnections(isCalling: Bool) throws {
        let (channel, watch) = try connection()
        let stream = EmbeddedChannel(loop: channel.embeddedEventLoop)
        if isCalling { watch.note(stream) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(channel.isActive == isCalling)
        channel.embeddedEventLoop.advanceTime(by: .seconds(28))
        #expect(!channel.isActive)
        _ = try stream.finish()
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// The stream of a call is over before the socket has taken the answer.
    @Test func answersOnTheirWayAreWaitedFor() throws {
        let (channel, watch) = try connection()
        let stream = EmbeddedChannel(loop: channel.embeddedEventLoop)
        watch.note(stream)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.isWritable = false
        stream.close(promise: nil)
        channel.embeddedEventLoop.run()
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(channel.isActive)
        channel.isWritable = true
        channel.embeddedEventLoop.advanceTime(by: .seconds(6))
        #expect(!channel.isActive)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }
}
