import Foundation
import SightInferenceServer
import SightServerSupport
import Testing

/// Limits that protect clients from other clients.
@Suite(.timeLimit(.minutes(10))) struct StrangerTests {
    private func service(_ extra: [String] = []) async throws -> RunningService {
        try await RunningService(
            extra, models: ["names/1/model.tflite": try TestModels.classifier()])
    }

    /// Makes a request for one run on zeros that names the same output `outputs` times.
    private func request(_ service: RunningService, outputs: Int) async throws -> String {
        let metadata = try await service.json("GET", "/v2/models/names")
        let input = try #require((metadata.body["inputs"] as? [[String: Any]])?.first)
        let output = try #require((metadata.body["outputs"] as? [[String: Any]])?.first)
        let shape = try #require(input["shape"] as? [Int])
        let zeros = [String](repeating: "0", count: shape.reduce(1, *)).joined(separator: ",")
        let wanted = [String](repeating: "{\"name\":\"\(output["name"] ?? "")\"}", count: outputs)
        return """
            {"inputs":[{"name":"\(input["name"] ?? "")","shape":\(shape),
            "datatype":"\(input["datatype"] ?? "")","data":[\(zeros)]}],
            "outputs":[\(wanted.joined(separator: ","))]}
            """
    }

    @Test func outputsAreNotRepeated() async throws {
        let service = try await service()
        for (count, status) in [(1, 200), (2, 400), (20_000, 400)] {
            let body = try await request(service, outputs: count)
            #expect(try await service.json("POST", "/v2/models/names/infer", body).status == status)
        }
    }

    @Test func inputsAreNotWithoutEnd() async throws {
        let service = try await service()
        let body = "{\"inputs\":[" + String(repeating: "{},", count: 100_000) + "{}]}"
        let answer = try await service.json("POST", "/v2/models/names/infer", body)
        #expect(answer.status == 400)
        #expect((answer.body["error"] as? String)?.contains("1024") == true)
    }

    /// A message repeats the bad value of a request, but not all of a very long one.
    @Test func longNamesAreNotRepeatedInFull() async throws {
        #expect(ServeError(.invalid, "short").message == "short")
        let long = ServeError(.notFound, "no \(String(repeating: "é", count: 1 << 20))")
        #expect(long.message.hasPrefix("no éé") && long.message.utf8.count <= 1028)
        let service = try await service()
        let name = String(repeating: "n", count: 1 << 20)
        let answer = try await service.send(
            "POST", "/v2/models/names/infer", Data(#"{"outputs":[{"name":"\#(name)"}]}"#.utf8))
        #expect(answer.status == 400 && answer.body.count < 1200)
    }

    /// A body that is announced but does not arrive takes nothing from other clients.
    @Test(arguments: ["", "Inference-Header-Content-Length: 100\r\n"])
    func idleConnectionsStarveNobody(header: String) async throws {
        let service = try await service(["--maximum-body", "64", "--maximum-held", "64"])
        let body = try await request(service, outputs: 1)
        let head =
            "POST /v2/models/names/infer HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Length: \(64 << 20)\r\n\(header)\r\n{"
        let idle = try (0..<8).map { _ in try RawConnection(service.base) }
        for connection in idle { try connection.send(Array(head.utf8)) }
        try await service.settle {
            let numbers = try await service.send("GET", "/metrics")
            return String(decoding: numbers.body, as: UTF8.self)
                .contains("sight_body_bytes_held 8.0\n")
        }
        #expect(try await service.json("POST", "/v2/models/names/infer", body).status == 200)
        withExtendedLifetime(idle) {}
    }

    /// A page whose name points at this machine's address (DNS rebinding) gets no answer.
    @Test(arguments: [
        ("evil.example", 421), ("localhost:80", 200), ("[::1]:1", 200), ("a.example", 421),
    ])
    func otherHostsAreRefused(host: String, status: Int) async throws {
        let service = try await service()
        let connection = try RawConnection(service.base)
        try connection.send(Array("GET /v2 HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
        let answer = try connection.answer()
        #expect(answer.status == status)
        // No token would help.
        #expect(answer.headers["www-authenticate"] == nil)
    }

    /// The answer to `HEAD` ends with its head, so the next answer on the connection is readable.
    @Test func headsHaveNoContent() async throws {
        let service = try await service()
        let connection = try RawConnection(service.base)
        for path in ["/none", "/v2/models/none"] {
            try connection.send(Array("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            let status = try connection.answer(hasContent: false).status
            #expect(status >= 400)
        }
        try connection.send(Array("GET /v2 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(try connection.answer().status == 200)
    }

    /// Also what the parser of HTTP refuses is answered in the form of the other errors.
    @Test(arguments: [
        "GARBAGE\r\n\r\n", "GET /v2 HTTP/1.1\r\nHost localhost\r\n\r\n",
        "POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    ])
    func malformedRequestsGetAReason(request: String) async throws {
        let service = try await RunningService()
        let connection = try RawConnection(service.base)
        try connection.send(Array(request.utf8))
        let answer = try connection.answer()
        #expect(answer.status == 400)
        #expect(answer.headers["content-type"] == "application/json")
        let body = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        #expect(body?["error"]?.isEmpty == false)
        #expect(connection.isClosed())
    }

    @Test func namedHostsAreTaken() async throws {
        let service = try await service(["--host-name", "models.example"])
        for (host, status) in [("Models.example:8000", 200), ("evil.example", 421)] {
            let connection = try RawConnection(service.base)
            try connection.send(Array("GET /v2 HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
            #expect(try connection.answer().status == status)
        }
    }

    @Test func onePeerHasItsShareOfConnections() async throws {
        let service = try await service(["--maximum-peer-connections", "3"])
        let connections = try (0..<8).map { _ in try RawConnection(service.base) }
        let get = Array("GET /v2 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        let answered = connections.count { connection in
            (try? connection.send(get)) != nil && (try? connection.answer())?.status == 200
        }
        #expect((1...3).contains(answered))
    }

    /// Half of one is none, but the only connection is for somebody.
    @Test func theOnlyConnectionIsTaken() async throws {
        let service = try await service(["--maximum-connections", "1"])
        #expect(try await service.send("GET", "/v2/health/live").status == 200)
    }

    @Test func onePeerHasItsShareOfSessions() async throws {
        let service = try await service(["--maximum-sessions", "4"])
        let image = TestModels.image()
        func status(_ session: String, from address: String) throws -> Int {
            let connection = try RawConnection(service.base, from: address)
            let head =
                "POST /v1/track?session=\(session) HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Length: \(image.count)\r\n\r\n"
            try connection.send(Array(head.utf8) + image)
            return try connection.answer().status
        }
        #expect(try status("a", from: "127.0.0.1") == 200)
        #expect(try status("b", from: "127.0.0.1") == 200)
        #expect(try status("c", from: "127.0.0.1") == 429)
        #expect(try status("a", from: "127.0.0.1") == 200)
        #expect(try status("c", from: "127.0.0.2") == 200)
    }

    @Test func onePeerHasItsShareOfBytes() {
        let budget = ByteBudget(limit: 10, peerLimit: 6)
        let (a, b) = (PeerAddress("10.0.0.1"), PeerAddress("10.0.0.2"))
        #expect(budget.take(6, for: a) && !budget.take(1, for: a))
        #expect(budget.take(4, for: b) && !budget.take(1, for: b))
        budget.give(3, for: a)
        #expect(!budget.take(4, for: a) && budget.take(2, for: b) && budget.current == 9)
    }
}
