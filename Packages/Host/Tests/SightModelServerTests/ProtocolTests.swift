import Foundation
import SightHostTesting
import Testing

/// The answers as Firebase's own clients read them.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct ProtocolTests {
    private let host: RunningHost

    init() throws { host = try RunningHost() }

    private func installation() async throws -> String {
        let answer = try await host.send(
            "POST", "/v1/projects/sight/installations/", Data("{}".utf8),
            headers: ["X-Goog-Api-Key": host.apiKey])
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        return try #require((object?["authToken"] as? [String: Any])?["token"] as? String)
    }

    private func information(_ token: String, unless tag: String? = nil) async throws
        -> (status: Int, body: Data, headers: [String: String])
    {
        var headers = ["x-goog-firebase-installations-auth": token]
        headers["If-None-Match"] = tag
        return try await host.send(
            "GET", "/v1beta2/projects/sight/models/bird:download?key=" + host.apiKey,
            headers: headers)
    }

    private func parameters(_ token: String, _ headers: [String: String] = [:]) async throws
        -> (status: Int, body: [String: Any], headers: [String: String])
    {
        let auth = ["x-goog-firebase-installations-auth": token]
        let answer = try await host.send(
            "POST", "/v1/projects/sight/namespaces/firebase:fetch?key=" + host.apiKey,
            Data("{}".utf8), headers: auth.merging(headers) { $1 })
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        return (answer.status, object ?? [:], answer.headers)
    }

    /// The formatter of Firebase's client reads times with a fraction only.
    @Test func timesHaveAFraction() async throws {
        try await host.serve("bird", TestModel.bytes())
        let answer = try await information(try await installation())
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        let text = try #require(object?["expireTime"] as? String)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let time = try #require(formatter.date(from: text), "\(text)")
        #expect((3590...3660).contains(time.timeIntervalSinceNow))
    }

    /// The answer "not modified" has the tag that the client knows, because it accepts no other.
    @Test func knownModelsAreNotSent() async throws {
        try await host.serve("bird", TestModel.bytes())
        let token = try await installation()
        let tag = try #require(try await information(token).headers["etag"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count == 34)
        for known in [tag, String(tag.dropFirst().dropLast()), "W/" + tag] {
            let answer = try await information(token, unless: known)
            #expect(answer.status == 304 && answer.headers["etag"] == known, "\(known)")
        }
        for list in ["\"x\", \(tag)", "*"] {
            let answer = try await information(token, unless: list)
            #expect(answer.status == 304 && answer.headers["etag"] == tag, "\(list)")
        }
        #expect(try await information(token, unless: "\"x\"").status == 200)
    }

    @Test func knownParametersAreNotSent() async throws {
        _ = try await host.json(
            "PUT", "/admin/v1/experiments/model",
            ["variants": [["value": "bird", "weight": 1.0]]])
        let token = try await installation()
        let tag = try #require(try await parameters(token).headers["etag"])
        #expect(tag.hasPrefix("\"etag-") && tag.hasSuffix("\""))
        for known in [tag, String(tag.dropFirst().dropLast()), "W/" + tag] {
            let answer = try await parameters(token, ["If-None-Match": known])
            #expect(answer.body["state"] as? String == "NO_CHANGE", "\(known)")
            #expect(answer.headers["etag"] == known)
        }
    }

    /// A client that compresses its requests learns how to send them.
    @Test func compressedBodiesAreRefused() async throws {
        let token = try await installation()
        let answer = try await parameters(token, ["Content-Encoding": "gzip"])
        #expect(answer.status == 415 && answer.headers["accept-encoding"] == "identity")
        #expect("\(answer.body)".contains("gzip"))
        #expect(try await parameters(token, ["Content-Encoding": "identity"]).status == 200)
    }

    /// `HEAD` is answered as `GET`, without the content and without an entry of the audit log.
    @Test(arguments: ["/", "/health", "/console/", "/metrics", "/admin/v1/models"])
    func headsAreAnswered(path: String) async throws {
        let connection = try KeptConnection(host)
        let authorization = ["Authorization": "Bearer \(host.token)"]
        let get = try connection.send("GET", path, authorization)
        let lines = [
            "HEAD \(path) HTTP/1.1", "Host: 127.0.0.1", "Authorization: Bearer \(host.token)",
        ]
        try connection.write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        let head = try connection.head()
        #expect(head.status == get.status && get.status < 400)
        if path != "/metrics" { #expect(head.length == get.body.count) }
        #expect(try connection.send("GET", "/health", [:]).status == 200)
        let audit = try Data(contentsOf: host.folder.appendingPathComponent("audit.log"))
        #expect(audit.isEmpty)
    }

    /// A bad first version can be withdrawn, also step by step as HOSTING.md shows it.
    @Test func theFirstVersionIsRolledBack() async throws {
        let token = try await installation()
        let model = "/admin/v1/models/bird"
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        #expect(try await host.json("POST", model + "/rollout", ["percent": 10]).status == 200)
        #expect(try await host.json("POST", model + "/promote", [:]).status == 200)
        #expect(try await information(token).status == 200)
        #expect(try await host.json("DELETE", model + "/versions/1").status == 409)
        let answer = try await host.json("POST", model + "/rollback", [:])
        #expect(answer.status == 200 && answer.body["stable"] == nil)
        #expect(try await information(token).status == 404)
        #expect(try await host.json("POST", model + "/rollback", [:]).status == 409)
        #expect(try await host.json("DELETE", model + "/versions/1").status == 200)
    }

    /// The statistics of a deleted model keep their meaning.
    @Test func numbersOfDeletedModelsAreNotUsedAgain() async throws {
        for seed in UInt8(0)..<2 {
            #expect(try await host.publish("bird", TestModel.bytes(seed: seed)) == 201)
        }
        #expect(try await host.json("DELETE", "/admin/v1/models/bird").status == 200)
        let path = "/admin/v1/models/bird/versions"
        let data = try await host.send("POST", path, TestModel.bytes(seed: 2)).body
        let version = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(version?["number"] as? Int == 3)
    }
}
