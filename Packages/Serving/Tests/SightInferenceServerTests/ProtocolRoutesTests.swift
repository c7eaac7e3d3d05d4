import Foundation
import SightInferenceServer
import Testing

@Suite struct ProtocolRoutesTests {
    @Test func answersAsTheProtocolSays() async throws {
        let service = try await RunningService(models: [
            "names/1/model.tflite": try TestModels.classifier()
        ])
        let server = try await service.json("GET", "/v2").body
        #expect(server["name"] as? String == "sight-serve")
        #expect(server["version"] as? String == InferenceServer.version)
        #expect(try await service.send("GET", "/v2/health/live").status == 200)
        let metadata = try await service.json("GET", "/v2/models/names")
        #expect(metadata.body["versions"] as? [String] == ["1"])
        let ready = try await service.json("GET", "/v2/models/names/ready")
        #expect(ready.body["name"] as? String == "names" && ready.body["ready"] as? Bool == true)
        let input = try #require((metadata.body["inputs"] as? [[String: Any]])?.first)
        let name = try #require(input["name"] as? String)
        let shape = try #require(input["shape"] as? [Int])
        let type = try #require(input["datatype"] as? String)
        let count = shape.reduce(1, *)
        let zeros = String(repeating: "0,", count: count - 1) + "0"
        let tensor =
            "{\"name\":\"\(name)\",\"shape\":\(shape),\"datatype\":\"\(type)\",\"data\":[\(zeros)]}"
        let request = "{\"id\":\"q\",\"inputs\":[\(tensor)]}"
        for path in ["/v2/models/names/infer", "/v2/models/names/versions/1/infer"] {
            let answer = try await service.json("POST", path, request)
            #expect(answer.status == 200)
            #expect(answer.body["id"] as? String == "q")
            #expect((answer.body["outputs"] as? [[String: Any]])?.count == 1)
        }
        // The same request has binary tensors in both directions.
        let header = Data(
            """
            {"inputs":[{"name":"\(name)","shape":\(shape),"datatype":"\(type)",
            "parameters":{"binary_data_size":\(count)}}],"parameters":{"binary_data_output":true}}
            """.utf8)
        let binary = try await service.send(
            "POST", "/v2/models/names/infer", header + Data(count: count),
            headers: ["Inference-Header-Content-Length": "\(header.count)"])
        #expect(binary.status == 200, "\(String(decoding: binary.body, as: UTF8.self))")
        let length = try #require(binary.headers["inference-header-content-length"])
        #expect(try #require(Int(length)) < binary.body.count)
        // The same request is compressed.
        for coding in ContentCoding.allCases {
            let packed = try #require(
                coding.encode(Array(header) + [UInt8](repeating: 0, count: count)))
            let answer = try await service.send(
                "POST", "/v2/models/names/infer", Data(packed),
                headers: [
                    "Inference-Header-Content-Length": "\(header.count)",
                    "Content-Encoding": coding.rawValue, "Accept-Encoding": coding.rawValue,
                ])
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(answer.body == binary.body)
        }
    }

    /// The index lists all versions, or those that are served.
    @Test func theIndexIsLimitedToReadyVersions() async throws {
        let service = try await RunningService(models: [
            "names/1/model.tflite": try TestModels.classifier(),
            "names/2/model.tflite": Array("no model".utf8),
        ])
        for (body, versions) in [
            ("", ["1", "2"]), ("{}", ["1", "2"]), (#"{"ready": false}"#, ["1", "2"]),
            (#"{"ready": true}"#, ["1"]),
        ] {
            let answer = try await service.send("POST", "/v2/repository/index", Data(body.utf8))
            let list = try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]]
            #expect(list?.compactMap { $0["version"] as? String } == versions, "\(body)")
        }
        let bad = try await service.send("POST", "/v2/repository/index", Data("[1]".utf8))
        #expect(bad.status == 400)
    }

    /// A long request for the index is not decoded, however small its compressed form is.
    @Test func theIndexTakesShortBodies() async throws {
        let service = try await RunningService()
        let body = Array(#"{"a": [\#(String(repeating: "1,", count: 50_000))1]}"#.utf8)
        let packed = try #require(ContentCoding.gzip.encode(body))
        #expect(packed.count < 4096)
        for (bytes, coding) in [(body, "identity"), (packed, "gzip")] {
            let answer = try await service.send(
                "POST", "/v2/repository/index", Data(bytes), headers: ["Content-Encoding": coding])
            #expect(answer.status == 413)
        }
        let short = Data(#"{"ready": true\#(String(repeating: " ", count: 4000))}"#.utf8)
        #expect(try await service.send("POST", "/v2/repository/index", short).status == 200)
    }

    @Test func badRequestsAreTheProtocolsErrors() async throws {
        let service = try await RunningService(
            ["--maximum-body", "1"],
            models: ["names/1/model.tflite": try TestModels.classifier()])
        let cases: [(String, String, String?, Int)] = [
            ("GET", "/v2/models/none", nil, 404), ("GET", "/v2/models/names/versions/9", nil, 404),
            ("GET", "/v2/models/names/versions/x/ready", nil, 404), ("GET", "/none", nil, 404),
            ("POST", "/v2/models/none/infer", "{}", 404),
            ("POST", "/v2/models/names/infer", "garbage", 400),
            ("POST", "/v2/models/names/infer", "{\"inputs\":[]}", 400),
            ("POST", "/v2/models/names/infer", String(repeating: " ", count: 2 << 20), 413),
            (
                "POST", "/v2/models/names/infer",
                #"{"inputs":[{"name":"x","shape":[1],"datatype":"FP32","data":[1]}]}"#, 400
            ),
            (
                "POST", "/v2/models/names/infer",
                #"{"inputs":[],"outputs":[{"name":"none"}]}"#, 400
            ),
        ]
        for (method, path, body, status) in cases {
            let answer = try await service.json(method, path, body)
            #expect(answer.status == status, "\(method) \(path): \(answer)")
            #expect((answer.body["error"] as? String)?.isEmpty == false, "\(method) \(path)")
        }
        let bomb = try #require(ContentCoding.gzip.encode([UInt8](repeating: 32, count: 32 << 20)))
        for (coding, body, status) in [
            ("br", Data("x".utf8), 415), ("gzip", Data("x".utf8), 400), ("gzip", Data(bomb), 413),
        ] {
            let answer = try await service.send(
                "POST", "/v2/models/names/infer", body, headers: ["Content-Encoding": coding])
            #expect(answer.status == status)
        }
        #expect(try await service.send("GET", "/v2/health/ready").status == 200)
    }

    /// `HEAD` has the head of `GET`, and other methods get the names of those that a path has.
    @Test func methodsAreThoseOfThePath() async throws {
        let service = try await RunningService(models: [
            "names/1/model.tflite": try TestModels.classifier()
        ])
        let connection = try RawConnection(service.base)
        func ask(_ method: String, _ path: String) throws -> (Int, String?, String?) {
            let head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try connection.send(Array(head.utf8))
            let answer = try connection.answer(hasContent: method != "HEAD")
            return (answer.status, answer.headers["allow"], answer.headers["content-length"])
        }
        for path in [
            "/", "/metrics", "/v2", "/v2/health/ready", "/v2/models/names",
            "/v2/models/names/versions/1/ready",
        ] {
            let (status, _, length) = try ask("HEAD", path)
            #expect(status == 200, "\(path)")
            #expect(length != nil && length != "0", "\(path)")
            let other = try ask("DELETE", path)
            #expect(other.0 == 405 && other.1 == "GET, HEAD", "\(path)")
        }
        for (method, path, allowed) in [
            ("GET", "/v1/detect", "POST"), ("HEAD", "/v1/detect", "POST"),
            ("GET", "/v1/track", "POST, DELETE"), ("PUT", "/v2/models/names/infer", "POST"),
            ("GET", "/v2/repository/index", "POST"), ("OPTIONS", "/v2", "GET, HEAD"),
        ] {
            let (status, allow, _) = try ask(method, path)
            #expect(status == 405 && allow == allowed, "\(method) \(path)")
        }
        #expect(try ask("GET", "/none").0 == 404)
    }

    /// A client that waits for permission to send its body gets it, or the error at once.
    @Test(arguments: ["", "Inference-Header-Content-Length: 2\r\n"])
    func bodiesAreAskedFor(more: String) async throws {
        let service = try await RunningService(
            ["--maximum-body", "1"], models: ["names/1/model.tflite": try TestModels.classifier()])
        func head(_ model: String, _ length: Int) -> [UInt8] {
            Array(
                """
                POST /v2/models/\(model)/infer HTTP/1.1\r
                Host: localhost\r
                Content-Length: \(length)\r
                \(more)Expect: 100-continue\r
                \r

                """.utf8)
        }
        let connection = try RawConnection(service.base)
        for _ in 0..<2 {
            try connection.send(head("names", 2))
            #expect(try connection.answer().status == 100)
            try connection.send(Array("{}".utf8))
            #expect(try connection.answer().status == 400)
        }
        for (model, length, status) in [("none", 2, 404), ("names", 2 << 20, 413)] {
            let refused = try RawConnection(service.base)
            try refused.send(head(model, length))
            #expect(try refused.answer().status == status)
        }
    }

    /// A model that is not served any more has no queue in the metrics.
    @Test func queuesOfOldModelsAreNotListed() async throws {
        let service = try await RunningService(models: [
            "old/1/model.tflite": TestModels.copier(), "new/1/model.tflite": TestModels.copier(),
        ])
        let series = #"sight_queue_depth{model="old",version="1"}"#
        #expect(try await service.metrics().contains(series))
        try service.remove("old")
        try await service.settle { try await !service.metrics().contains(series) }
        #expect(try await service.metrics().contains(#"sight_queue_depth{model="new""#))
    }

    #if os(Linux) && !SANITIZED
        /// The memory of a large run is given back, although its model stays.
        @Test(.timeLimit(.minutes(5))) func largeRunsLeaveNoMemory() async throws {
            let service = try await RunningService(
                ["--instances", "1"], models: ["copier/1/model.tflite": TestModels.copier()])
            func run(count: Int) async throws -> Int {
                let header = """
                    {"inputs":[{"name":"x","shape":[1,\(count / 4)],"datatype":"FP32",
                    "parameters":{"binary_data_size":\(count)}}],
                    "parameters":{"binary_data_output":true}}
                    """
                return try await service.send(
                    "POST", "/v2/models/copier/infer", Data(header.utf8) + Data(count: count),
                    headers: ["Inference-Header-Content-Length": "\(header.utf8.count)"]
                ).status
            }
            #expect(try await run(count: 400) == 200)
            let before = service.residentMiB
            #expect(try await run(count: 60 << 20) == 200)
            try await service.settle { service.residentMiB < before + 40 }
            #expect(try await run(count: 400) == 200)
        }
    #endif

    @Test func aTokenIsAskedFor() async throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("token-\(UUID().uuidString)")
        try Data("secret\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let service = try await RunningService(["--token-file", file.path])
        #expect(try await service.send("GET", "/v2").status == 401)
        for (header, status) in [("Bearer secret", 200), ("Bearer secre", 401), ("secret", 401)] {
            let answer = try await service.send("GET", "/v2", headers: ["Authorization": header])
            #expect(answer.status == status)
        }
        #expect(try await service.send("GET", "/v2/health/live").status == 200)
    }

    @Test func numbersAndRequestIDsAreGiven() async throws {
        let service = try await RunningService()
        let answer = try await service.send("GET", "/v2", headers: ["X-Request-Id": "mine-1"])
        #expect(answer.headers["x-request-id"] == "mine-1")
        let numbers = String(
            decoding: try await service.send("GET", "/metrics").body, as: UTF8.self)
        #expect(numbers.contains(#"sight_requests_total{route="/v2",status="200"} 1.0"#))
        #expect(numbers.contains(#"sight_request_seconds_bucket{route="/v2",le="+Inf"} 1"#))
        #expect(numbers.contains("sight_engine{tier="))
        #expect(service.stop() == 0)
    }
}
