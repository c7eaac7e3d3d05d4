import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import OpenInference
import SightInferenceServer
import SightServerSupport
import Testing

/// gRPC streams whose bytes count against the budget until they are answered, and whose messages are
/// decompressed.
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

    /// A client whose request is refused is told to send no more, with the code that leaves it the
    /// status.
    @Test func refusedRequestsAreStopped() throws {
        let stream = try stream(ByteBudget(limit: 1000))
        try stream.writeInbound(data(1001))
        #expect(try refusal(stream).status == "8")
        guard
            case .rstStream(let code) = try stream.readOutbound(as: HTTP2Frame.FramePayload.self)
        else {
            Issue.record("the client may send on")
            return
        }
        #expect(code == .noError)
        _ = try? stream.finish(acceptAlreadyClosed: true)
    }

    /// Long header fields count like a message; those of usual length do not.
    @Test func longHeaderFieldsCount() throws {
        let budget = ByteBudget(limit: 30_000)
        let streams = try (0..<2).map { _ in try stream(budget) }
        for (stream, count) in zip(streams, [1000, 20_000]) {
            let value = String(repeating: "a", count: count)
            try stream.writeInbound(
                HTTP2Frame.FramePayload.headers(.init(headers: [":path": "/a/B", "x": value])))
        }
        #expect((20_000..<21_000).contains(budget.current))
        let third = try stream(budget)
        let value = String(repeating: "a", count: 20_000)
        try third.writeInbound(
            HTTP2Frame.FramePayload.headers(.init(headers: [":path": "/a/B", "x": value])))
        #expect(try refusal(third).status == "8")
        for stream in streams + [third] { _ = try? stream.finish(acceptAlreadyClosed: true) }
        #expect(budget.current == 0)
    }

    /// A frame of a message with its flag and its length.
    private func frame(_ flag: UInt8, _ message: [UInt8], length: Int? = nil) -> [UInt8] {
        let length = length ?? message.count
        return [flag] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + message
    }

    private func payload(_ bytes: some Collection<UInt8>, isLast: Bool = false)
        -> HTTP2Frame.FramePayload
    {
        .data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes)), endStream: isLast))
    }

    /// Makes an open stream with a budget and a size limit of messages.
    private func stream(_ budget: ByteBudget, maximumBody: Int = 5000) throws -> EmbeddedChannel {
        let stream = EmbeddedChannel()
        try stream.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try stream.pipeline.syncOperations.addHandler(
            StreamMeter(budget, stream, seconds: 30, maximumBody: maximumBody))
        return stream
    }

    /// The bytes that have reached the library, and whether their end has.
    private func received(_ stream: EmbeddedChannel) throws -> (bytes: [UInt8], isComplete: Bool) {
        var (bytes, isComplete) = ([UInt8](), false)
        while let part = try stream.readInbound(as: HTTP2Frame.FramePayload.self) {
            guard case .data(let part) = part, case .byteBuffer(let buffer) = part.data else {
                continue
            }
            bytes += Array(buffer.readableBytesView)
            isComplete = part.endStream
        }
        return (bytes, isComplete)
    }

    /// The status of a refused stream, with its message.
    private func refusal(_ stream: EmbeddedChannel) throws -> (status: String?, message: String?) {
        guard
            case .headers(let answer) = try stream.readOutbound(as: HTTP2Frame.FramePayload.self)
        else { return (nil, nil) }
        #expect(answer.endStream)
        return (
            answer.headers.first(name: "grpc-status"), answer.headers.first(name: "grpc-message")
        )
    }

    /// Compressed messages reach the library decompressed, and count with their decompressed size.
    @Test(arguments: [1, 4, 7, 30, 1000]) func compressedMessagesAreUnpacked(step: Int) throws {
        let budget = ByteBudget(limit: 200_000)
        let text = [UInt8](repeating: 7, count: 3000)
        var wire = frame(0, [7, 8])
        for coding in ContentCoding.allCases { wire += frame(1, try #require(coding.encode(text))) }
        wire += frame(0, []) + frame(1, try #require(ContentCoding.gzip.encode([])))
        let stream = try stream(budget)
        for start in Swift.stride(from: 0, to: wire.count, by: step) {
            let end = min(start + step, wire.count)
            try stream.writeInbound(payload(wire[start..<end], isLast: end == wire.count))
        }
        let plain =
            frame(0, [7, 8]) + frame(0, text) + frame(0, text) + frame(0, []) + frame(0, [])
        let found = try received(stream)
        #expect(found.bytes == plain && found.isComplete)
        // The heads of five messages count, too.
        #expect(budget.current == 2 + 2 * text.count + 5 * 5)
        _ = try stream.finish(acceptAlreadyClosed: true)
        #expect(budget.current == 0)
    }

    /// A compressed message that is cut off anywhere is refused; the gRPC library would never end.
    @Test(arguments: ContentCoding.allCases)
    func messagesThatAreCutOffAreRefused(_ coding: ContentCoding) throws {
        let packed = try #require(coding.encode(Array("a message of some bytes".utf8)))
        for count in packed.indices {
            let stream = try stream(ByteBudget(limit: 200_000))
            try stream.writeInbound(payload(frame(1, Array(packed[..<count])), isLast: true))
            #expect(try refusal(stream).status == "3", "\(count)")
            #expect(try received(stream).bytes.isEmpty)
            _ = try? stream.finish(acceptAlreadyClosed: true)
        }
        for flag in [UInt8(0), 1] {
            let wire = frame(flag, packed)
            for count in 1..<wire.count {
                let stream = try stream(ByteBudget(limit: 200_000))
                try stream.writeInbound(payload(wire[..<count], isLast: true))
                #expect(try refusal(stream).status == "3", "\(count)")
                #expect(try !received(stream).isComplete)
                _ = try? stream.finish(acceptAlreadyClosed: true)
            }
        }
    }

    @Test func damagedMessagesAreRefused() throws {
        let packed = try #require(ContentCoding.gzip.encode(Array("a message".utf8)))
        for message in [packed + [0], [1, 2, 3], [UInt8](repeating: 0xFF, count: 40)] {
            let stream = try stream(ByteBudget(limit: 200_000))
            try stream.writeInbound(payload(frame(1, message)))
            #expect(try refusal(stream).status == "3")
            _ = try? stream.finish(acceptAlreadyClosed: true)
        }
        let stream = try stream(ByteBudget(limit: 200_000))
        try stream.writeInbound(payload(frame(2, packed)))
        #expect(try refusal(stream).status == "3")
        _ = try? stream.finish(acceptAlreadyClosed: true)
    }

    /// A message that is too large is refused when its length is known, or while it is unpacked.
    @Test func longMessagesAreRefused() throws {
        let plain = try stream(ByteBudget(limit: 200_000))
        try plain.writeInbound(payload(frame(0, [], length: 5001)))
        let found = try refusal(plain)
        #expect(found.status == "8" && found.message?.contains("at most 5000 bytes") == true)
        _ = try? plain.finish(acceptAlreadyClosed: true)
        let bomb = try stream(ByteBudget(limit: 200_000))
        let packed = try #require(ContentCoding.gzip.encode([UInt8](repeating: 0, count: 4 << 20)))
        try bomb.writeInbound(payload(frame(1, packed)))
        #expect(try refusal(bomb).status == "8")
        _ = try? bomb.finish(acceptAlreadyClosed: true)
    }

    /// A compressed message that does not fit into the budget is refused while it is unpacked.
    @Test func unpackedMessagesThatDoNotFitAreRefused() throws {
        let budget = ByteBudget(limit: 1000)
        let stream = try stream(budget)
        let packed = try #require(ContentCoding.gzip.encode([UInt8](repeating: 0, count: 3000)))
        try stream.writeInbound(payload(frame(1, packed)))
        #expect(try refusal(stream).status == "8")
        _ = try? stream.finish(acceptAlreadyClosed: true)
        #expect(budget.current == 0)
    }

    /// A request that ends with its header fields has an end for the library, too, and no client
    /// can name the stream of another one.
    @Test func requestsWithoutMessagesEnd() throws {
        let stream = try stream(ByteBudget(limit: 1000))
        try stream.writeInbound(
            HTTP2Frame.FramePayload.headers(
                .init(headers: [":path": "/a/B", "sight-stream": "7"], endStream: true)))
        guard
            case .headers(let start) = try stream.readInbound(as: HTTP2Frame.FramePayload.self)
        else {
            Issue.record("the library has no header fields")
            return
        }
        #expect(!start.endStream && start.headers["sight-stream"] == ["1"])
        let rest = try received(stream)
        #expect(rest.bytes.isEmpty && rest.isComplete)
        _ = try stream.finish(acceptAlreadyClosed: true)
    }

    /// A stream whose client does not take the answer ends; its bytes count until then.
    @Test(arguments: [false, true]) func clientsThatTakeNoAnswerAreGivenUp(isWatch: Bool) throws {
        let budget = ByteBudget(limit: 1000)
        let stream = try stream(budget)
        let path = isWatch ? "/grpc.health.v1.Health/Watch" : "/a/B"
        try stream.writeInbound(HTTP2Frame.FramePayload.headers(.init(headers: [":path": path])))
        try stream.writeInbound(payload(frame(0, [1, 2, 3]), isLast: true))
        // The answer is written, but not flushed; the embedded channel forgets such writes.
        let sent = stream.embeddedEventLoop.makePromise(of: Void.self)
        stream.write(payload([1, 2, 3]), promise: nil)
        if !isWatch {
            let end = HTTP2Frame.FramePayload.headers(
                .init(headers: ["grpc-status": "0"], endStream: true))
            stream.write(end, promise: sent)
        }
        #expect(budget.current == 8)
        stream.embeddedEventLoop.advanceTime(by: .seconds(36))
        #expect(stream.isActive == isWatch)
        _ = try? stream.finish(acceptAlreadyClosed: true)
        sent.fail(ChannelError.ioOnClosedChannel)
        #expect(budget.current == 0)
    }

    /// A client that takes a piece of a long answer has more time for the next one.
    @Test func slowClientsAreWaitedFor() throws {
        let stream = try stream(ByteBudget(limit: 1000))
        try stream.writeInbound(payload(frame(0, []), isLast: true))
        stream.embeddedEventLoop.advanceTime(by: .seconds(20))
        stream.writeAndFlush(payload([UInt8](repeating: 1, count: 600 << 10)), promise: nil)
        for size in [256 << 10, 256 << 10, 88 << 10] {
            guard
                case .data(let part) = try stream.readOutbound(as: HTTP2Frame.FramePayload.self)
            else {
                Issue.record("no data")
                return
            }
            #expect(part.data.readableBytes == size)
        }
        stream.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(stream.isActive)
        stream.embeddedEventLoop.advanceTime(by: .seconds(31))
        #expect(!stream.isActive)
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
        func read(for peer: PeerAddress) throws -> HeldMessage<InferRequest> {
            let held = HeldBytes(budget, peer)
            try held.hold(wire.count)
            return try HeldMessage(wire: wire, holding: held)
        }
        let first = try read(for: a)
        #expect(first.message.inputs.first?.bytes.count == 1600)
        #expect(budget.current == wire.count + 1600)
        #expect(throws: ServeError.self) { try read(for: a) }
        #expect(budget.current == wire.count + 1600)
        let second = try read(for: b)
        #expect(budget.current == 2 * (wire.count + 1600))
        withExtendedLifetime((first, second)) {}
    }
}
