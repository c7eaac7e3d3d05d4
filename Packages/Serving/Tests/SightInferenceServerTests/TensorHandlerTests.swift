import Foundation
import SightInferenceServer
import SightServerSupport
import Testing

/// Requests with binary tensors, which reach a worker without the routes.
@Suite struct TensorHandlerTests {
    /// A service with one model, and requests for it.
    private struct Asked {
        let service: RunningService
        let header: String
        let count: Int

        init(_ extra: [String] = []) async throws {
            service = try await RunningService(
                extra, models: ["names/1/model.tflite": try TestModels.classifier()])
            let metadata = try await service.json("GET", "/v2/models/names")
            let input = try #require((metadata.body["inputs"] as? [[String: Any]])?.first)
            let shape = try #require(input["shape"] as? [Int])
            count = shape.reduce(1, *)
            let (name, type) = (input["name"] ?? "", input["datatype"] ?? "")
            header = """
                {"inputs":[{"name":"\(name)","shape":\(shape),"datatype":"\(type)",
                "parameters":{"binary_data_size":\(count)}}],
                "parameters":{"binary_data_output":true}}
                """
        }

        func request(
            _ id: Int, path: String = "/v2/models/names/infer", more: String = "",
            headerLength: Int? = nil
        ) -> [UInt8] {
            let head = """
                POST \(path) HTTP/1.1\r
                Host: localhost\r
                X-Request-Id: \(id)\r
                Content-Length: \(header.utf8.count + count)\r
                Inference-Header-Content-Length: \(headerLength ?? header.utf8.count)\r
                \(more)\r

                """
            return Array((head + header).utf8) + [UInt8](repeating: 0, count: count)
        }

        func get(_ id: Int, _ path: String) -> [UInt8] {
            Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \(id)\r\n\r\n".utf8)
        }

        /// Waits for a line of the service's metrics.
        func settle(_ line: String) async throws {
            try await service.settle {
                let numbers = try await service.send("GET", "/metrics")
                return String(decoding: numbers.body, as: UTF8.self).contains(line + "\n")
            }
        }
    }

    @Test func answersKeepTheOrderOfTheirRequests() async throws {
        let asked = try await Asked()
        let connection = try RawConnection(asked.service.base)
        let plain = "Content-Encoding: identity\r\n"  // for the routes
        try connection.send(
            asked.get(0, "/v2") + asked.request(1) + asked.request(2)
                + asked.get(3, "/v2/health/live") + asked.request(4, more: plain)
                + asked.request(5, path: "/v2/models/names/versions/1/infer")
                + asked.request(6, path: "/v2/models/none/infer") + asked.request(7))
        var bodies: [[UInt8]] = []
        for id in 0..<8 {
            let answer = try connection.answer()
            #expect(answer.headers["x-request-id"] == "\(id)")
            #expect(answer.status == (id == 6 ? 404 : 200))
            #expect(answer.headers["date"]?.hasSuffix("GMT") == true)
            #expect(answer.headers["server"] == "sight-serve")
            if [1, 2, 4, 5, 7].contains(id) {
                #expect(answer.headers["content-type"] == "application/octet-stream")
                bodies.append(answer.body)
            }
        }
        #expect(Set(bodies).count == 1, "by either way the same")
        try await asked.settle(
            #"sight_requests_total{route="/v2/models/{name}/infer",status="200"} 4.0"#)
    }

    @Test func whatIsWrongIsSaidAndTheConnectionGoesOn() async throws {
        let asked = try await Asked()
        let connection = try RawConnection(asked.service.base)
        for (length, status) in [(1 << 30, 400), (2, 400), (asked.header.utf8.count, 200)] {
            try connection.send(asked.request(1, headerLength: length))
            let answer = try connection.answer()
            #expect(answer.status == status)
            #expect(answer.headers["x-request-id"] == "1")
        }
    }

    @Test func bodiesThatDoNotComeAreGivenUp() async throws {
        let asked = try await Asked(["--deadline", "0.3"])
        let connection = try RawConnection(asked.service.base)
        let request = asked.request(1)
        try connection.send(request.dropLast(1000))
        #expect(try connection.answer().status == 504)
        try connection.send(request.suffix(1000) + asked.get(2, "/v2"))
        let answer = try connection.answer()
        #expect(answer.status == 200)
        #expect(answer.headers["x-request-id"] == "2")
    }

    /// A short request that is refused with a longer answer.
    private static let refused: [UInt8] = {
        let json = #"{"outputs":[{"name":"\#(String(repeating: "n", count: 900))"}]}"#
        let head = """
            POST /v2/models/names/infer HTTP/1.1\r
            Host: localhost\r
            Content-Length: \(json.utf8.count)\r
            Inference-Header-Content-Length: \(json.utf8.count)\r
            \r

            """
        return Array((head + json).utf8)
    }()

    /// The service stops reading the requests of a client that reads no answers, and goes on when
    /// the client reads them.
    @Test func unreadAnswersHoldRequestsBack() async throws {
        let asked = try await Asked()
        let connection = try RawConnection(asked.service.base)
        // The buffers of two sockets take a few dozen MiB at most.
        let limit = 192 << 20
        let taken = connection.flood(Self.refused, limit: limit)
        #expect(taken < limit)
        for _ in 0..<taken / Self.refused.count {
            #expect(try connection.answer().status == 400)
        }
        try connection.send(Self.refused[(taken % Self.refused.count)...] + asked.request(1))
        #expect(try connection.answer().status == 400)
        let answer = try connection.answer()
        #expect(answer.status == 200)
        #expect(answer.headers["x-request-id"] == "1")
    }

    @Test func clientsThatReadNoAnswersAreGivenUp() async throws {
        let asked = try await Asked(["--deadline", "0.5"])
        let connection = try RawConnection(asked.service.base)
        _ = connection.flood(Self.refused, limit: 192 << 20)
        #expect(throws: CocoaError.self) {
            try connection.send([UInt8](repeating: 0, count: 64 << 20))
        }
    }

    @Test func clientsThatGoLeaveNothing() async throws {
        let asked = try await Asked()
        var connection: RawConnection? = try RawConnection(asked.service.base)
        try connection?.send(asked.request(1).dropLast(1))
        try await asked.settle(
            "sight_body_bytes_held \(asked.header.utf8.count + asked.count - 1).0")
        connection = nil
        try await asked.settle(
            #"sight_requests_total{route="/v2/models/{name}/infer",status="499"} 1.0"#)
        try await asked.settle("sight_body_bytes_held 0.0")
    }

    /// Each request is answered or given up, although its connection is reset while it waits.
    @Test func connectionsThatAreResetLeaveNothing() async throws {
        let asked = try await Asked(["--instances", "1"])
        var connections = try (0..<32).map { _ in try RawConnection(asked.service.base) }
        let request = asked.request(1)
        for connection in connections {
            connection.resetAtEnd()
            try connection.send(request.dropLast(10))
        }
        let held = connections.count * (asked.header.utf8.count + asked.count - 10)
        try await asked.settle("sight_body_bytes_held \(held).0")
        for connection in connections { try connection.send(request.suffix(10)) }
        connections = []
        let lead = #"sight_requests_total{route="/v2/models/{name}/infer",status=""#
        try await asked.service.settle {
            let numbers = try await asked.service.send("GET", "/metrics")
            let counts = String(decoding: numbers.body, as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix(lead) }
                .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
            return counts.reduce(0, +) == 32
        }
    }

    /// A long answer counts as held until its client has read it, and is complete although the
    /// service ends meanwhile; over either way.
    @Test(arguments: ["", "Content-Encoding: identity\r\n"])
    func longAnswersAreReadInFull(more: String) async throws {
        let service = try await RunningService(
            models: ["copier/1/model.tflite": TestModels.copier()])
        // More than the buffers of two sockets take.
        let count = 32 << 20
        let header = """
            {"inputs":[{"name":"x","shape":[1,\(count / 4)],"datatype":"FP32",
            "parameters":{"binary_data_size":\(count)}}],
            "parameters":{"binary_data_output":true}}
            """
        let head = """
            POST /v2/models/copier/infer HTTP/1.1\r
            Host: localhost\r
            Content-Length: \(header.utf8.count + count)\r
            Inference-Header-Content-Length: \(header.utf8.count)\r
            \(more)\r

            """
        let connection = try RawConnection(service.base)
        try connection.send(Array((head + header).utf8) + [UInt8](repeating: 0, count: count))
        let line = #"sight_requests_total{route="/v2/models/{name}/infer",status="200"} 1.0"#
        var held = ""
        try await service.settle {
            let numbers = try await service.send("GET", "/metrics")
            let lines = String(decoding: numbers.body, as: UTF8.self).split(separator: "\n")
            held = lines.first { $0.hasPrefix("sight_body_bytes_held ") }.map(String.init) ?? ""
            return lines.contains { $0 == line }
        }
        let bytes = try #require(held.split(separator: " ").last.flatMap { Double($0) })
        service.terminate()
        try await Task.sleep(for: .seconds(1))
        let answer = try connection.answer()
        #expect(answer.status == 200)
        #expect(answer.body.count > count && Double(answer.body.count) == bytes)
        #expect(connection.isClosed())
        #expect(service.stop() == 0)
    }

    /// An answer that cannot be held is refused.
    @Test func answersHaveTheLimitOfRequests() {
        let budget = ByteBudget(limit: 10)
        let held = HeldBytes(budget, PeerAddress("10.0.0.1"))
        #expect(throws: Never.self) { try held.hold(6) }
        #expect(throws: Never.self) { try held.replace(with: 9) }
        #expect(budget.current == 9)
        #expect(throws: ServeError.self) { try held.replace(with: 11) }
        #expect(budget.current == 9)
        #expect(throws: Never.self) { try held.replace(with: 2) }
        #expect(budget.current == 2)
    }

    @Test func acceptedRequestsAreAnsweredAtTheEnd() async throws {
        let asked = try await Asked()
        let connections = try (0..<8).map { _ in try RawConnection(asked.service.base) }
        let request = asked.request(1)
        for connection in connections { try connection.send(request.dropLast(10)) }
        let held = connections.count * (asked.header.utf8.count + asked.count - 10)
        try await asked.settle("sight_body_bytes_held \(held).0")
        asked.service.terminate()
        for connection in connections {
            try connection.send(request.suffix(10))
            #expect(try connection.answer().status == 200)
            #expect(connection.isClosed())
        }
        #expect(asked.service.stop() == 0)
    }
}
