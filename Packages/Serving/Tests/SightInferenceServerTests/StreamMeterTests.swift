import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import SightInferenceServer
import Testing

/// gRPC streams whose bytes count against the budget while they arrive.
@Suite struct StreamMeterTests {
    private func data(_ count: Int) -> HTTP2Frame.FramePayload {
        .data(.init(data: .byteBuffer(ByteBuffer(repeating: 0, count: count))))
    }

    /// A stream is refused as soon as its message exceeds the budget.
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
        // Data after the refusal is neither counted nor passed on.
        _ = try? streams[0].writeInbound(data(50))
        #expect(budget.current <= 900)
        #expect(try streams[1].readInbound(as: HTTP2Frame.FramePayload.self) != nil)
        for stream in streams { _ = try? stream.finish(acceptAlreadyClosed: true) }
    }
}
