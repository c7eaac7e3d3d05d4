import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import OpenInference
import SightInferenceServer
import Testing

/// Limits of gRPC, through a socket.
@Suite(.timeLimit(.minutes(10))) struct RPCListenerTests {
    private static func transport(to service: RunningService) throws
        -> HTTP2ClientTransport.Posix
    {
        try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: service.rpcPort),
            transportSecurity: .plaintext)
    }

    /// Copies bytes as they are.
    private struct Plain: MessageSerializer, MessageDeserializer {
        func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) -> Bytes { Bytes(message) }
        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> [UInt8] {
            bytes.withUnsafeBytes { Array($0) }
        }
    }

    /// Sends messages to a method, and ends the stream after some seconds.
    ///
    /// - Returns: the error of the answer; `nil` for a success.
    private func status(
        _ client: GRPCClient<HTTP2ClientTransport.Posix>, _ method: String, _ messages: [[UInt8]],
        open seconds: Double = 0
    ) async throws -> RPCError? {
        var options = CallOptions.defaults
        options.timeout = .seconds(300)
        return try await client.clientStreaming(
            request: StreamingClientRequest(of: [UInt8].self) { writer in
                // A refused stream takes no more messages; its status says why.
                for message in messages { try? await writer.write(message) }
                try? await Task.sleep(for: .seconds(seconds))
            },
            descriptor: MethodDescriptor(
                fullyQualifiedService: "inference.GRPCInferenceService", method: method),
            serializer: Plain(), deserializer: Plain(), options: options
        ) { (response: ClientResponse<[UInt8]>) in
            switch response.accepted {
            case .success(let contents):
                if case .failure(let error) = contents.message { return error }
                return nil
            case .failure(let error): return error
            }
        }
    }

    /// A message of one field, with some 2^14 to 2^21 bytes, that the service does not know.
    private func padding(_ count: Int) -> [UInt8] {
        let length = [count & 0x7F | 0x80, count >> 7 & 0x7F | 0x80, count >> 14]
        return [0x7A] + length.map { UInt8(truncatingIfNeeded: $0) }
            + [UInt8](repeating: 0, count: count)
    }

    /// Streams that never end count while they arrive, and are refused, each at the limit of all.
    ///
    /// The library itself would wait for the end of each stream, or refuse its second message.
    @Test func halfSentStreamsAreRefused() async throws {
        let service = try await RunningService([
            "--grpc-port", "0", "--maximum-body", "1", "--maximum-held", "1",
        ])
        let transport = try Self.transport(to: service)
        try await withGRPCClient(transport: transport) { client in
            let part = padding(600 << 10)
            let codes: [RPCError.Code?] = try await withThrowingTaskGroup(of: RPCError.Code?.self) {
                group in
                for _ in 0..<8 {
                    group.addTask {
                        try await status(client, "ModelInfer", [part, part], open: 30)?.code
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == [RPCError.Code?](repeating: .resourceExhausted, count: 8))
            // The refused streams hold nothing any more.
            try await service.settle {
                let numbers = try await service.send("GET", "/metrics")
                return String(decoding: numbers.body, as: UTF8.self)
                    .contains("sight_body_bytes_held 0.0\n")
            }
            #expect(try await status(client, "ServerLive", [[]]) == nil)
        }
    }

    /// A stream whose request does not end in time is refused, which the library would not do.
    @Test func streamsHaveADeadline() async throws {
        let service = try await RunningService(["--grpc-port", "0", "--deadline", "0.5"])
        let transport = try Self.transport(to: service)
        let error = try await withGRPCClient(transport: transport) { client in
            try await status(client, "ModelInfer", [[]], open: 240)
        }
        #expect(error?.code == .deadlineExceeded)
        // The client's own deadline has the same code, but another message.
        #expect(error?.message == "not done within 0.5 s")
    }

    /// Calls a method with one message.
    private func call(_ service: RunningService, _ method: String, _ message: [UInt8] = [])
        async throws -> Result<[UInt8], RPCError>
    {
        let transport = try Self.transport(to: service)
        let parts = method.split(separator: "/").map(String.init)
        return try await withGRPCClient(transport: transport) { client in
            try await client.unary(
                request: ClientRequest(message: message),
                descriptor: MethodDescriptor(fullyQualifiedService: parts[0], method: parts[1]),
                serializer: Plain(), deserializer: Plain(), options: .defaults
            ) { (response: ClientResponse<[UInt8]>) in
                response.accepted.flatMap(\.message)
            }
        }
    }

    private static let inference = "inference.GRPCInferenceService"

    /// A compressed message that is cut off is refused, and the service answers others.
    ///
    /// The gRPC library itself would decompress it without end, on a thread of all connections.
    @Test func messagesThatAreCutOffHoldUpNobody() async throws {
        let service = try await RunningService(["--grpc-port", "0"])
        let packed = try #require(ContentCoding.gzip.encode(Array("a message".utf8)))
        for count in packed.indices {
            let connection = try RawConnection("http://127.0.0.1:\(service.rpcPort)")
            try connection.send(
                RawCall.preface
                    + RawCall.headers("/\(Self.inference)/ServerLive", ["grpc-encoding": "gzip"])
                    + RawCall.message(1, Array(packed[..<count])))
            #expect(try await service.send("GET", "/v2/health/live").status == 200)
        }
        #expect(try await call(service, Self.inference + "/ServerLive").get() == [8, 1])
        #expect(service.stop() == 0)
    }

    /// A client that neither sends nor confirms anything does not hold up the end of the service.
    @Test(arguments: [false, true]) func silentClientsDoNotHoldUpTheEnd(isCalling: Bool)
        async throws
    {
        let service = try await RunningService(["--grpc-port", "0", "--deadline", "2"])
        let connection = try RawConnection("http://127.0.0.1:\(service.rpcPort)")
        try connection.send(RawCall.preface)
        if isCalling {
            try connection.send(RawCall.headers("/\(Self.inference)/ModelInfer"))
        }
        try await Task.sleep(for: .seconds(0.5))
        let start = ContinuousClock.now
        #expect(service.stop() == 0)
        #expect(ContinuousClock.now - start < .seconds(60))
        withExtendedLifetime(connection) {}
    }

    /// A client that opens no window for its answer holds nothing for long.
    @Test func answersThatNobodyTakesAreGivenUp() async throws {
        let service = try await RunningService(
            ["--grpc-port", "0", "--deadline", "1"],
            models: ["copier/1/model.tflite": TestModels.copier()])
        let connection = try RawConnection("http://127.0.0.1:\(service.rpcPort)")
        var message = InferRequest()
        message.model = "copier"
        message.inputs = [
            InferTensor(
                name: "x", datatype: .float32, shape: [1, 1000],
                bytes: [UInt8](repeating: 0, count: 4000)[...])
        ]
        try connection.send(
            RawCall.prefaceWithoutWindow + RawCall.headers("/\(Self.inference)/ModelInfer")
                + RawCall.message(0, message.wire))
        func held(_ line: String) async throws {
            try await service.settle {
                let numbers = try await service.send("GET", "/metrics")
                return String(decoding: numbers.body, as: UTF8.self)
                    .contains("sight_body_bytes_held \(line)\n")
            }
        }
        // The answer counts instead of the request.
        try await held("4000.0")
        try await held("0.0")
        withExtendedLifetime(connection) {}
    }

    /// A request without a message gets an answer.
    @Test func requestsWithoutMessagesAreAnswered() async throws {
        let service = try await RunningService(["--grpc-port", "0"])
        let transport = try Self.transport(to: service)
        let connection = try RawConnection("http://127.0.0.1:\(service.rpcPort)")
        try connection.send(
            RawCall.preface + RawCall.headers("/\(Self.inference)/ServerLive", isLast: true))
        try await service.settle {
            let numbers = try await service.send("GET", "/metrics")
            return String(decoding: numbers.body, as: UTF8.self)
                .contains(#"{route="ServerLive",status="unimplemented"} 1.0"#)
        }
        let error = try await withGRPCClient(transport: transport) { client in
            try await status(client, "ServerLive", [])
        }
        #expect(error?.code == .unimplemented)
    }

    /// A message may have the size of the largest body, and a larger one is refused with a reason.
    @Test func messagesHaveTheLimitOfBodies() async throws {
        let service = try await RunningService([
            "--grpc-port", "0", "--maximum-body", "1", "--maximum-held", "1",
        ])
        let method = Self.inference + "/ModelMetadata"
        let fitting = try await call(service, method, padding(1_048_572))
        #expect(throws: RPCError.self) { try fitting.get() }
        if case .failure(let error) = fitting { #expect(error.code == .notFound) }
        let large = try await call(service, method, padding(1_048_573))
        guard case .failure(let error) = large else {
            Issue.record("the message is taken")
            return
        }
        #expect(error.code == .resourceExhausted)
        #expect(error.message.contains("at most 1048576 bytes"))
    }

    /// A call may have more than the 16 KiB of metadata that the library allows, and leaves the
    /// other calls of its connection alone.
    @Test func longMetadataIsTaken() async throws {
        let service = try await RunningService(["--grpc-port", "0"])
        let transport = try Self.transport(to: service)
        try await withGRPCClient(transport: transport) { client in
            for count in [10, 20_000, 40_000] {
                let metadata: Metadata = ["x": "\(String(repeating: "a", count: count))"]
                let answer = try await client.unary(
                    request: ClientRequest(message: [UInt8](), metadata: metadata),
                    descriptor: MethodDescriptor(
                        fullyQualifiedService: Self.inference, method: "ServerLive"),
                    serializer: Plain(), deserializer: Plain(), options: .defaults
                ) { (response: ClientResponse<[UInt8]>) in try response.message }
                #expect(answer == [8, 1])
            }
        }
    }

    /// Opens watches of the health inside each other.
    ///
    /// - Returns: the error of the innermost; `nil` for a success.
    private func watch(_ client: GRPCClient<HTTP2ClientTransport.Posix>, count: Int) async throws
        -> RPCError?
    {
        try await client.serverStreaming(
            request: ClientRequest(message: [UInt8]()),
            descriptor: MethodDescriptor(
                fullyQualifiedService: "grpc.health.v1.Health", method: "Watch"),
            serializer: Plain(), deserializer: Plain(), options: .defaults
        ) { (response: StreamingClientResponse<[UInt8]>) -> RPCError? in
            do {
                for try await _ in response.messages {
                    return count > 1 ? try await watch(client, count: count - 1) : nil
                }
            } catch let error as RPCError {
                return error
            }
            return nil
        }
    }

    /// A peer's watches, which need no token and stay open, leave places for others.
    @Test func onePeerHasItsShareOfWatches() async throws {
        let service = try await RunningService([
            "--grpc-port", "0", "--maximum-peer-connections", "2",
        ])
        let transport = try Self.transport(to: service)
        let error = try await withGRPCClient(transport: transport) { client in
            let error = try await watch(client, count: 3)
            // The service notices the end of a watch within a second.
            try await service.settle { try await watch(client, count: 2) == nil }
            return error
        }
        #expect(error?.code == .resourceExhausted)
    }

    /// The gRPC protocol for probes tells the state, and ends with the service.
    @Test func theHealthIsTold() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("token-\(UUID().uuidString)")
        try Data("secret\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let service = try await RunningService([
            "--grpc-port", "0", "--token-file", file.path,
        ])
        for name in ["", Self.inference] {
            let request = HealthRequest(service: name).wire
            #expect(
                try await call(service, "grpc.health.v1.Health/Check", request).get() == [8, 1])
        }
        let unknown = try await call(
            service, "grpc.health.v1.Health/Check", HealthRequest(service: "other").wire)
        guard case .failure(let error) = unknown else {
            Issue.record("an unknown service has a health")
            return
        }
        #expect(error.code == .notFound)
        let transport = try Self.transport(to: service)
        let states = try await withGRPCClient(transport: transport) { client in
            try await client.serverStreaming(
                request: ClientRequest(message: [UInt8]()),
                descriptor: MethodDescriptor(
                    fullyQualifiedService: "grpc.health.v1.Health", method: "Watch"),
                serializer: Plain(), deserializer: Plain(), options: .defaults
            ) { (response: StreamingClientResponse<[UInt8]>) in
                var states: [[UInt8]] = []
                for try await message in response.messages {
                    states.append(message)
                    if states.count == 1 { service.terminate() }
                }
                return states
            }
        }
        #expect(states == [[8, 1], [8, 2]])
        #expect(service.stop() == 0)
    }

    @Test func theRepositoryIsListed() async throws {
        let service = try await RunningService(
            ["--grpc-port", "0"],
            models: [
                "copier/1/model.tflite": TestModels.copier(),
                "copier/2/model.tflite": Array("no model".utf8),
            ])
        for (isReady, states) in [(false, ["READY", "UNAVAILABLE"]), (true, ["READY"])] {
            let answer = try await call(
                service, Self.inference + "/RepositoryIndex", IndexRequest(isReady: isReady).wire)
            let found = try IndexResponse(wire: try answer.get()[...]).versions
            #expect(found.map(\.state) == states)
            #expect(found.allSatisfy { $0.name == "copier" })
        }
    }

    /// The connections over gRPC leave those over HTTP alone.
    @Test func connectionsOfHTTPAreTheirOwn() async throws {
        let service = try await RunningService([
            "--grpc-port", "0", "--maximum-peer-connections", "3",
        ])
        let calling = try (0..<3).map { _ in
            try RawConnection("http://127.0.0.1:\(service.rpcPort)")
        }
        for connection in calling {
            try connection.send(RawCall.preface)
            #expect(!connection.isClosed())
        }
        let connection = try RawConnection(service.base)
        try connection.send(Array("GET /v2 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(try connection.answer().status == 200)
        withExtendedLifetime(calling) {}
    }

    @Test func hostNamesAreListenedTo() async throws {
        let service = try await RunningService(["--grpc-port", "0", "--address", "localhost"])
        #expect(service.base.hasPrefix("http://localhost:"))
        #expect(service.rpcPort > 0)
        #expect(service.stop() == 0)
    }

    /// A port in use is named, for both protocols.
    @Test(arguments: [false, true]) func portsInUseAreNamed(isRPC: Bool) async throws {
        let service = try await RunningService()
        let port = try #require(URL(string: service.base)?.port)
        var settings = ServeSettings()
        settings.port = isRPC ? 0 : port
        settings.grpcPort = isRPC ? port : nil
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let second = try InferenceServer(settings, logger: logger)
        let error = await #expect(throws: ServeError.self) { try await second.run() }
        #expect(error?.message == "cannot listen on 127.0.0.1:\(port): Address already in use")
    }

    @Test func placesAreWrittenAsInURLs() {
        var settings = ServeSettings()
        #expect(settings.place(80) == "127.0.0.1:80")
        settings.address = "::1"
        #expect(settings.place(80) == "[::1]:80")
    }

    @Test func onePeerHasItsShareOfConnections() async throws {
        let service = try await RunningService([
            "--grpc-port", "0", "--maximum-peer-connections", "3",
        ])
        let connections = try (0..<8).map { _ in
            try RawConnection("http://127.0.0.1:\(service.rpcPort)")
        }
        // The preface of HTTP/2 and empty settings; the service answers with its own settings.
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        let answered = connections.count { connection in
            (try? connection.send(preface)) != nil && !connection.isClosed()
        }
        #expect((1...3).contains(answered))
    }
}
