import Foundation
import SightHostTesting
import Testing

/// Refused requests: the right status, a JSON error, nothing stored, nothing leaked.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct RefusalTests {
    private let host: RunningHost

    init() throws { host = try RunningHost(["--maximum-upload", "8"]) }

    /// Checks an answer, and that the host has stored nothing.
    private func expect(
        _ answer: (status: Int, body: Data), _ status: Int, _ comment: Comment? = nil
    ) async throws {
        #expect(answer.status == status, comment)
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("\"error\""), comment)
        #expect(!text.contains(host.folder.path) && !text.contains(host.token), comment)
        #expect(try await host.send("GET", "/admin/v1/models").body == Data("[]".utf8), comment)
        let stored = FileManager.default.enumerator(atPath: host.folder.path)?
            .compactMap { $0 as? String }
            .filter { $0.hasPrefix("blobs/") || $0.hasPrefix("incoming/") }
        #expect(stored?.isEmpty == true, comment)
    }

    private func publish(_ bytes: Data, _ model: String = "bird") async throws
        -> (status: Int, body: Data)
    {
        let answer = try await host.send("POST", "/admin/v1/models/\(model)/versions", bytes)
        return (answer.status, answer.body)
    }

    @Test func uploadsThatAreNoModels() async throws {
        var broken = TestModel.bytes()
        broken.replaceSubrange(8..<40, with: Data(repeating: 0xff, count: 32))
        for bad in [Data("<html></html>".utf8), Data(), broken, TestModel.bytes().prefix(200)] {
            try await expect(try await publish(bad), 400)
        }
    }

    /// Refuses a file of a few hundred bytes that declares tensors of 2 GiB and more.
    @Test func modelsThatWouldFillTheMemory() async throws {
        for extent in [Int32(1) << 29, .max] {
            try await expect(try await publish(TestModel.bytes(extent: extent)), 400)
        }
    }

    /// Refuses a model with an appended archive that is damaged in one of several ways.
    @Test(.enabled(if: PackedModel.isAvailable), arguments: PackedModel.Damage.allCases)
    func badArchives(damage: PackedModel.Damage) async throws {
        let (name, bytes) = try PackedModel.bytes(damage)
        try await expect(try await publish(bytes), 400, "\(name)")
    }

    /// One address may have an eighth of the connections; the host closes further ones.
    @Test func onePeerHasItsShareOfConnections() throws {
        let host = try RunningHost(["--maximum-connections", "24"])
        let connections = try (0..<8).map { _ in try KeptConnection(host) }
        let get = Data("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        let answered = connections.count { connection in
            (try? connection.write(get)) != nil && (try? connection.answer())?.status == 200
        }
        #expect((1...3).contains(answered))
    }

    @Test func oversizedBodies() async throws {
        try await expect(try await publish(TestModel.bytes(9 << 20)), 413)
        // Without a declared length, the host counts the bytes.
        let connection = try KeptConnection(host)
        try connection.write(
            Data(
                """
                POST /admin/v1/models/bird/versions HTTP/1.1\r
                Host: 127.0.0.1\r
                Authorization: Bearer \(host.token)\r
                Transfer-Encoding: chunked\r
                \r\n
                """.utf8))
        let chunk = TestModel.bytes(1 << 20)
        // The host may close the connection before the end of the body; it still sends an answer.
        try? (0..<9).forEach { _ in
            try connection.write(Data("100000\r\n".utf8) + chunk + Data("\r\n".utf8))
        }
        try? connection.write(Data("0\r\n\r\n".utf8))
        try await expect(try connection.answer(), 413)

        let long = String(repeating: " ", count: 70_000)
        let promote = try KeptConnection(host).send(
            "POST", "/admin/v1/models/bird/promote", ["Authorization": "Bearer \(host.token)"],
            long)
        try await expect(promote, 413)
        let register = try KeptConnection(host).send(
            "POST", "/v1/projects/sight/installations/", ["X-Goog-Api-Key": host.apiKey], long)
        try await expect(register, 413)
    }

    /// The time for a body ends although its client sends bytes.
    @Test func slowBodiesAreGivenUp() async throws {
        let host = try RunningHost(["--body-seconds", "1"])
        let connection = try KeptConnection(host)
        let start = ContinuousClock.now
        try connection.write(
            Data(
                """
                POST /v1/projects/sight/installations/ HTTP/1.1\r
                Host: 127.0.0.1\r
                X-Goog-Api-Key: \(host.apiKey)\r
                Content-Length: 1000\r
                \r\n
                """.utf8))
        for _ in 0..<3 {
            try connection.write(Data(" ".utf8))
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(try connection.answer().status == 408)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(arguments: [
        "..%2F..%2Fetc", "a%00b", ".hidden", "a%20b", "%2e%2e", "a%2Fb", "%5C..%5C", "-x",
        "caf%C3%A9", String(repeating: "a", count: 61),
    ])
    func badNames(name: String) async throws {
        let answer = try await publish(TestModel.bytes(), name)
        try await expect(answer, answer.status == 404 ? 404 : 400)
        let blob = try await host.send(
            "GET", "/blobs/\(name)?model=x&version=1&expires=9&signature=x")
        try await expect((blob.status, blob.body), blob.status == 404 ? 404 : 403)
    }

    /// A client that escapes names for the path gets them back as they were.
    @Test(arguments: [("a%20b", "a b"), ("caf%C3%A9", "café"), ("a%2Fb", "a/b")])
    func badNamesAreQuotedUnescaped(path: String, name: String) async throws {
        let answer = try await publish(TestModel.bytes(), path)
        #expect(answer.status == 400)
        #expect(try message(answer.body).hasPrefix("\"\(name)\" is not a name: use 1 to 60"))
    }

    /// The router skips an empty name, so that no route remains.
    @Test(arguments: [
        ("POST", "models//versions"), ("POST", "models//promote"), ("DELETE", "models/"),
        ("PUT", "experiments/"), ("PUT", "models//versions/1/signed"),
    ])
    func emptyNamesAreRefusedWithTheRule(method: String, path: String) async throws {
        let answer = try await host.send(method, "/admin/v1/" + path, TestModel.bytes())
        try await expect((answer.status, answer.body), 400)
        #expect(try message(answer.body).hasPrefix("\"\" is not a name: use 1 to 60"))
        #expect(try await host.send(method, "/admin/v1/nothing").status == 404)
    }

    private func message(_ body: Data) throws -> String {
        let object = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return (object?["error"] as? [String: Any])?["message"] as? String ?? ""
    }

    /// The answer to `HEAD` ends with its head, so the next answer on the connection is readable.
    @Test(arguments: ["/nothing", "/blobs/x", "/admin/v1/models"])
    func refusedHeadsHaveNoContent(path: String) throws {
        let connection = try KeptConnection(host)
        for _ in 0..<2 {
            try connection.write(Data("HEAD \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
            let status = try connection.head().status
            #expect((400...499).contains(status))
        }
        #expect(try connection.send("GET", "/health", [:]).status == 200)
    }

    @Test(arguments: ["bearer", "BEARER"]) func schemesIgnoreCase(scheme: String) async throws {
        let headers = ["Authorization": "\(scheme) \(host.token)"]
        #expect(try await host.send("GET", "/admin/v1/models", headers: headers).status == 200)
    }

    @Test func wrongTokens() async throws {
        for token in ["", "wrong"] {
            let answer = try await host.send("GET", "/admin/v1/models", token: token)
            try await expect((answer.status, answer.body), 401)
        }
        for _ in 0..<20 { _ = try await host.send("GET", "/admin/v1/models", token: "guess") }
        #expect(try await host.send("GET", "/admin/v1/models", token: "guess").status == 429)
        #expect(try await host.send("GET", "/admin/v1/models").status == 200)
    }

    @Test(arguments: [
        "{\"percent\":-1}", "{\"percent\":100.5}", "{\"percent\":\"ten\"}", "{\"percent\":null}",
        "{\"percent\":1e400}", "{\"percent\":NaN}", "{\"percent\":[10]}", "{}", "[]", "10", "{",
        "{\"percent\":5,\"version\":1.5}", "{\"percent\":5,\"version\":99999999999999999999}",
    ])
    func badShares(body: String) async throws {
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        let answer = try await host.send(
            "POST", "/admin/v1/models/bird/rollout", Data(body.utf8))
        #expect(answer.status == 400)
        let state = String(
            decoding: try await host.send("GET", "/admin/v1/models").body, as: UTF8.self)
        #expect(state.contains("\"percent\":0,"))
    }

    @Test func versionsAndModelsThatAreNotThere() async throws {
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        for (method, path, body, status) in [
            ("POST", "bird/rollout", ["percent": 5, "version": 9], 404),
            ("POST", "x/promote", [:], 404), ("POST", "bird/rollback", [:], 409),
            ("POST", "bird/promote", ["version": 0], 404), ("DELETE", "x", [:], 404),
            ("DELETE", "bird/versions/7", [:], 404), ("DELETE", "bird/versions/x", [:], 400),
        ] as [(String, String, [String: Any], Int)] {
            let answer = try await host.json(method, "/admin/v1/models/\(path)", body)
            #expect(answer.status == status, "\(method) \(path)")
            #expect(answer.body["error"] != nil)
        }
    }

    @Test func badExperiments() async throws {
        let many = Array(repeating: ["value": "a", "weight": 1] as [String: Any], count: 21)
        for variants in [
            [], many, [["value": "a", "weight": -1]], [["value": "a", "weight": 0]],
            [["value": "a", "weight": 1e9]],
            [["value": String(repeating: "a", count: 201), "weight": 1]],
            [["value": "a", "weight": 1], ["value": "a", "weight": 2]],
            [["value": "", "weight": 1]],
            [["value": "a", "weight": 1], ["value": " ", "weight": 1]],
        ] as [[[String: Any]]] {
            let answer = try await host.json(
                "PUT", "/admin/v1/experiments/object_model", ["variants": variants])
            #expect(answer.status == 400)
        }
        #expect(try await host.send("GET", "/admin/v1/experiments").body == Data("[]".utf8))
        #expect(try await host.json("DELETE", "/admin/v1/experiments/none").status == 404)
    }
}
