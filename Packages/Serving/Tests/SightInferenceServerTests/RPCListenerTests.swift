import GRPCCore
import GRPCNIOTransportHTTP2Posix
import OpenInference
import Testing

/// Limits of gRPC, through a socket.
@Suite(.timeLimit(.minutes(10))) struct RPCListenerTests {
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

    /// Streams that never end count while they arrive, and are refused, each at the limit of all.
    ///
    /// The library itself would wait for the end of each stream, or refuse its second message.
    @Test func halfSentStreamsAreRefused() async throws {
        let service = try await RunningService([
            "--grpc-port", "0", "--maximum-body", "1", "--maximum-held", "1",
        ])
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: service.rpcPort),
            transportSecurity: .plaintext)
        try await withGRPCClient(transport: transport) { client in
            let part = [UInt8](repeating: 0, count: 600 << 10)
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
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: service.rpcPort),
            transportSecurity: .plaintext)
        let error = try await withGRPCClient(transport: transport) { client in
            try await status(client, "ModelInfer", [[]], open: 240)
        }
        #expect(error?.code == .deadlineExceeded)
        // The client's own deadline has the same code, but another message.
        #expect(error?.message == "not done within 0.5 s")
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
