import NIOCore
import NIOEmbedded
import SightServerSupport
import Testing

@Suite struct StallLimitTests {
    private func open() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: StallLimit(.seconds(60)))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        return channel
    }

    private func set(_ isWritable: Bool, _ channel: EmbeddedChannel) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    @Test func clientsThatDoNotReadAreCutOff() throws {
        let channel = try open()
        set(false, channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    /// Each part that a slow client takes gives it the whole time again.
    @Test func slowClientsStay() throws {
        let channel = try open()
        for _ in 0..<5 {
            set(false, channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(50))
            set(true, channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(50))
        }
        #expect(channel.isActive)
        _ = try channel.finish()
    }
}
