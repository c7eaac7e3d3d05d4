import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import SightInferenceServer
import Testing

/// Streams of gRPC whose bytes count while they arrive.
@Suite struct StreamMeterTests {
    private func data(_ count: Int) -> HTTP2Frame.FramePayload {
        .data(.init(data: .byteBuffer(ByteBuffer(repeating: 0, count: count))))
    }

    /// No stream may collect a message beyond the budget before anybody looks at it.
    @Test func streamsCountWhileTheyArrive() throws {
        let budget = ByteBudget(limit: 1000)
        let streams = [600, 300].map { _ in EmbeddedChannel() }
        for (stream, count) in zip(streams, [600, 300]) {
            try stream.pipeline.syncOperations.addHandler(StreamMeter(budget, stream))
            try stream.writeInbound(data(count))
        }
        #expect(budget.current == 900)
        try streams[0].writeInbound(data(101))
        #expect(budget.current == 900)
        let refusal = try #require(
            try streams[0].readOutbound(as: HTTP2Frame.FramePayload.self))
        guard case .headers(let answer) = refusal else {
            Issue.record("\(refusal) is no answer")
            return
        }
        #expect(answer.headers.first(name: "grpc-status") == "8" && answer.endStream)
        // What comes after the refusal is not held and goes no further.
        _ = try? streams[0].writeInbound(data(50))
        #expect(budget.current <= 900)
        #expect(try streams[1].readInbound(as: HTTP2Frame.FramePayload.self) != nil)
        for stream in streams { _ = try? stream.finish(acceptAlreadyClosed: true) }
    }
}
