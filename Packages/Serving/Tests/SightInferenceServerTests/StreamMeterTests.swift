import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import OpenInference
import SightInferenceServer
import SightServerSupport
import Testing

/// gRPC streams whose bytes count against the budget while they arrive.
@Suite struct StreamMeterTests {
    private func data(_ count: Int, isLast: Bool = false) -> HTTP2Frame.FramePayload {
        .data(
            .init(
                data: .byteBuffer(ByteBuffer(repeating: 0, count: count)), endStream: isLast))
    }

    /// A stream is refused as soon as its message exceeds the budget.
    @Test func streamsCountWhileTheyArrive() throws {
        let budget = ByteBudget(limit: 1000)
        let streams = [600, 300].map { _ in EmbeddedChannel() }
        for (stream, count) in zip(streams, [600, 300]) {
            try stream.pipeline.syncOperations.addHandler(
                StreamMeter(budget, stream, seconds: 30, maximumBody: 1000))
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

    /// A stream whose request does not end in time is refused.
    @Test(arguments: [false, true]) func streamsHaveADeadline(isComplete: Bool) throws {
        let budget = ByteBudget(limit: 1000)
        let stream = EmbeddedChannel()
        try stream.pipeline.syncOperations.addHandler(
            StreamMeter(budget, stream, seconds: 30, maximumBody: 1000))
        try stream.writeInbound(data(600, isLast: isComplete))
        stream.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(try stream.readOutbound(as: HTTP2Frame.FramePayload.self) == nil)
        stream.embeddedEventLoop.advanceTime(by: .seconds(2))
        let refusal = try stream.readOutbound(as: HTTP2Frame.FramePayload.self)
        guard !isComplete else {
            #expect(refusal == nil)
            _ = try stream.finish()
            return
        }
        guard case .headers(let answer) = refusal else {
            Issue.record("the stream goes on")
            return
        }
        #expect(answer.headers.first(name: "grpc-status") == "4" && answer.endStream)
        _ = try? stream.finish(acceptAlreadyClosed: true)
    }

    /// A client gets one answer to a refused stream, even if the library has begun an answer before the
    /// refusal, or writes one after it.
    ///
    /// A second answer would be an error, for which the library closes the whole connection.
    @Test(arguments: [0, 1, 2]) func refusedStreamsHaveOneAnswer(partsBefore: Int) throws {
        let stream = EmbeddedChannel()
        try stream.pipeline.syncOperations.addHandler(
            StreamMeter(ByteBudget(limit: 1000), stream, seconds: 30, maximumBody: 1000))
        let start: HTTP2Frame.FramePayload = .headers(
            .init(headers: [":status": "200", "content-type": "application/grpc"]))
        let end: HTTP2Frame.FramePayload = .headers(
            .init(headers: ["grpc-status": "13"], endStream: true))
        for part in [start, end].prefix(partsBefore) { try stream.writeOutbound(part) }
        _ = try? stream.writeInbound(data(1001))
        #expect(throws: ChannelError.ioOnClosedChannel) { try stream.writeOutbound(end) }
        var answers: [HPACKHeaders] = []
        while case .headers(let part) = try stream.readOutbound(as: HTTP2Frame.FramePayload.self) {
            answers.append(part.headers)
            #expect(part.endStream == (part.headers.contains(name: "grpc-status")))
        }
        #expect(answers.count(where: { $0.contains(name: ":status") }) == 1)
        #expect(
            answers.compactMap { $0.first(name: "grpc-status") } == [partsBefore == 2 ? "13" : "8"])
        _ = try? stream.finish(acceptAlreadyClosed: true)
    }

    /// A complete compressed message counts with all that it may become, however it is cut.
    @Test(arguments: [1, 4, 7, 30]) func compressedMessagesCountInflated(step: Int) throws {
        let budget = ByteBudget(limit: 10_000)
        // Two plain bytes, three compressed ones, and the head of another compressed message.
        let wire: [UInt8] = [0, 0, 0, 0, 2, 7, 7, 1, 0, 0, 0, 3, 7, 7, 7, 1, 0, 0, 0, 9]
        let stream = EmbeddedChannel()
        try stream.pipeline.syncOperations.addHandler(
            StreamMeter(budget, stream, seconds: 30, maximumBody: 5000))
        func send(_ bytes: some Collection<UInt8>) throws {
            try stream.writeInbound(
                HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes)))))
        }
        for start in Swift.stride(from: 0, to: wire.count, by: step) {
            try send(wire[start..<min(start + step, wire.count)])
        }
        #expect(budget.current == wire.count + 3 * 1032)
        try send([UInt8](repeating: 7, count: 8))
        #expect(budget.current == wire.count + 8 + 3 * 1032)
        #expect(try stream.readOutbound(as: HTTP2Frame.FramePayload.self) == nil)
        // Nine bytes may become 9 × 1032, but no message has more than 5000.
        try send([7])
        #expect(budget.current == wire.count + 9 + 3 * 1032 + 5000)
        // The next one does not fit, and is refused before it is decompressed.
        while try stream.readInbound(as: HTTP2Frame.FramePayload.self) != nil {}
        try send([1, 0, 0, 0, 9] + [UInt8](repeating: 7, count: 9))
        #expect(try stream.readInbound(as: HTTP2Frame.FramePayload.self) == nil)
        guard
            case .headers(let answer) = try stream.readOutbound(as: HTTP2Frame.FramePayload.self)
        else {
            Issue.record("the stream goes on")
            return
        }
        #expect(answer.headers.first(name: "grpc-status") == "8" && answer.endStream)
        _ = try? stream.finish(acceptAlreadyClosed: true)
    }

    /// Numbers of one byte each become elements of eight bytes, which count, too,
    /// for their peer alone.
    @Test func decodedElementsCount() throws {
        // inputs { name "x" datatype "INT64" shape [200] contents { int64_contents [1, 1, …] } }
        let contents: [UInt8] = [0x1A, 0xC8, 0x01] + [UInt8](repeating: 1, count: 200)
        let tensor: [UInt8] =
            [0x0A, 1, 0x78, 0x12, 5] + Array("INT64".utf8) + [0x1A, 2, 0xC8, 0x01]
            + [0x2A, 0xCB, 0x01] + contents
        let wire: [UInt8] = [0x2A, UInt8(tensor.count & 0x7F | 0x80), 0x01] + tensor
        let budget = ByteBudget(limit: 4000, peerLimit: 2000)
        let (a, b) = (PeerAddress("10.0.0.1"), PeerAddress("10.0.0.2"))
        let first = try HeldMessage<InferRequest>(wire: wire, budget, for: a)
        #expect(first.message.inputs.first?.bytes.count == 1600)
        #expect(budget.current == wire.count + 1600)
        #expect(throws: ServeError.self) {
            try HeldMessage<InferRequest>(wire: wire, budget, for: a)
        }
        #expect(budget.current == wire.count + 1600)
        let second = try HeldMessage<InferRequest>(wire: wire, budget, for: b)
        #expect(budget.current == 2 * (wire.count + 1600))
        withExtendedLifetime((first, second)) {}
    }
}
