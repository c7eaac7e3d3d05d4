import Foundation
import SightHostTesting
import SightModelDownload
import SightModels
import Testing

/// A client and a host that share only the protocol.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct HostingTests {
    private let host: RunningHost
    private let bird: ModelID

    init() throws {
        host = try RunningHost()
        bird = try ModelID("bird")
    }

    private func client(_ name: String = "client") throws -> (ModelStore, FirebaseSource) {
        let folder = host.folder.appendingPathComponent(name)
        let configuration = try host.configuration()
        let installations = FirebaseInstallations(
            configuration, folder: folder.appendingPathComponent("ids"))
        return (
            ModelStore(folder: folder), FirebaseSource(configuration, installations: installations)
        )
    }

    @Test func downloadsUpdatesAndRollsBack() async throws {
        let (store, source) = try client()
        let first = TestModel.bytes(seed: 1)
        let second = TestModel.bytes(600_000, seed: 2)
        #expect(try await host.publish("bird", first) == 201)
        // A published version is not served before it is promoted.
        await #expect { try await store.update(bird, from: source) } throws: {
            ($0 as? ModelDeliveryError)?.code == .notFound
        }
        #expect(try await host.json("POST", "/admin/v1/models/bird/promote", [:]).status == 200)
        let model = try await store.update(bird, from: source)
        #expect(model.digest == ModelDigest(of: Array(first)))
        #expect(try await store.update(bird, from: source) == model)

        #expect(try await host.publish("bird", second) == 201)
        #expect(try await store.update(bird, from: source) == model)
        _ = try await host.json("POST", "/admin/v1/models/bird/rollout", ["percent": 100])
        #expect(try await store.update(bird, from: source).digest == ModelDigest(of: Array(second)))
        _ = try await host.json("POST", "/admin/v1/models/bird/promote", [:])
        _ = try await host.json("POST", "/admin/v1/models/bird/rollback", [:])
        #expect(try await store.update(bird, from: source).digest == model.digest)

        let hours = try await host.hours(downloads: 3)
        #expect(hours.compactMap { $0["downloads"] as? Int }.reduce(0, +) == 3)
        let sent = hours.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(sent == 2 * first.count + second.count)
        let statistics = try await host.json("GET", "/admin/v1/stats")
        #expect(statistics.body["installations"] as? Int == 1)
    }

    @Test func everythingIsThereAfterARestart() async throws {
        let (store, source) = try client()
        _ = try await host.publish("bird", TestModel.bytes())
        _ = try await host.json("POST", "/admin/v1/models/bird/promote", [:])
        let model = try await store.update(bird, from: source)
        #expect(try await host.hours(downloads: 1).count == 1)
        host.stop()
        try host.start()
        let (_, again) = try client()
        #expect(try await store.update(bird, from: again).digest == model.digest)
        let statistics = try await host.json("GET", "/admin/v1/stats")
        #expect((statistics.body["hours"] as? [[String: Any]])?.count == 1)
    }

    /// A publisher knows before a rollback which version everybody gets then.
    @Test func theVersionAfterARollbackIsListed() async throws {
        func previous() async throws -> Int? {
            let data = try await host.send("GET", "/admin/v1/models").body
            let models = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
            return models?.first?["previous"] as? Int
        }
        try await host.serve("bird", TestModel.bytes())
        #expect(try await previous() == nil)
        try await host.serve("bird", TestModel.bytes(seed: 1))
        #expect(try await previous() == 1)
        let answer = try await host.json("POST", "/admin/v1/models/bird/rollback", [:])
        #expect(answer.body["stable"] as? Int == 1)
        #expect(try await previous() == nil)
    }

    @Test func experimentsReachClients() async throws {
        let variants = [["value": "bird_a", "weight": 1.0], ["value": "bird_b", "weight": 0.0]]
        let answer = try await host.json(
            "PUT", "/admin/v1/experiments/object_model", ["variants": variants])
        #expect(answer.status == 200)
        let configuration = try host.configuration()
        let folder = host.folder.appendingPathComponent("ids")
        let provider = RemoteConfigNameProvider(
            configuration,
            installations: FirebaseInstallations(configuration, folder: folder), folder: folder)
        #expect(try await provider.modelName(for: "object_model").name == "bird_a")
    }

    /// A misspelled variant would leave its installations without a model.
    @Test func variantsThatAreNotServedAreNamed() async throws {
        let variants = ["bird_a", "bird_b", "bird_c"].map {
            ["value": $0, "weight": $0 == "bird_c" ? 0.0 : 1.0] as [String: Any]
        }
        func warnings() async throws -> [String]? {
            let answer = try await host.json(
                "PUT", "/admin/v1/experiments/object_model", ["variants": variants])
            #expect(answer.status == 200)
            return answer.body["warnings"] as? [String]
        }
        try await host.serve("bird_a", TestModel.bytes())
        #expect(try await host.publish("bird_b", TestModel.bytes()) == 201)
        #expect(try await warnings() == ["this host serves no version of \"bird_b\""])
        _ = try await host.json("POST", "/admin/v1/models/bird_b/rollout", ["percent": 10])
        #expect(try await warnings() == [])
    }

    @Test func partsOfABlob() async throws {
        let (_, source) = try client()
        let bytes = TestModel.bytes(300_000)
        _ = try await host.publish("bird", bytes)
        _ = try await host.json("POST", "/admin/v1/models/bird/promote", [:])
        let manifest = try #require(try await source.manifest(for: bird, unless: nil))
        let url = try #require(manifest.location).absoluteString
        let whole = try await host.send("GET", url)
        #expect(whole.status == 200 && whole.body == bytes)
        let tag = try #require(whole.headers["etag"])
        let part = try await host.send("GET", url, headers: ["Range": "bytes=299990-"])
        #expect(part.status == 206 && part.body == bytes.suffix(10))
        #expect(part.headers["content-range"] == "bytes 299990-299999/300000")
        #expect(try await host.send("GET", url, headers: ["Range": "bytes=300000-"]).status == 416)
        // `HEAD` has no ranges, and its answer describes the whole file.
        let target = try #require(URLComponents(string: url))
        let connection = try KeptConnection(host)
        let lines = [
            "HEAD \(target.path)?\(target.percentEncodedQuery ?? "") HTTP/1.1", "Host: 127.0.0.1",
            "Range: bytes=299990-",
        ]
        try connection.write(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        let head = try connection.head()
        #expect(head.status == 200 && head.length == 300_000)
        for tags in ["\"x\", \(tag)", "W/\(tag)", "*"] {
            let answer = try await host.send("GET", url, headers: ["If-None-Match": tags])
            #expect(answer.status == 304, "\(tags)")
        }
        let other = ["Range": "bytes=5-", "If-Range": "\"other\""]
        #expect(try await host.send("GET", url, headers: other).status == 200)
        #expect(try await host.send("GET", url + "x").status == 403)
        let forged = url.replacingOccurrences(of: "version=1", with: "version=2")
        #expect(try await host.send("GET", forged).status == 403)
    }

    @Test func clientsMustShowKeyAndToken() async throws {
        let path = "/v1beta2/projects/sight/models/bird:download"
        #expect(try await host.send("GET", path).status == 403)
        let key = "?key=" + host.apiKey
        #expect(try await host.send("GET", path + key).status == 401)
        let forged = ["x-goog-firebase-installations-auth": "c.9999999999.x"]
        #expect(try await host.send("GET", path + key, headers: forged).status == 401)
        #expect(try await host.send("GET", "/nothing/here").status == 404)
    }

    /// An identifier in whose token the host could not find it again is replaced.
    @Test(arguments: ["c.AAAAAAAAAAAAAAAAAAAA", "cAAAAAAAAAAAAAAAAAAAA."])
    func identifiersFitIntoTokens(fid: String) async throws {
        let key = ["X-Goog-Api-Key": host.apiKey]
        let body = try JSONSerialization.data(withJSONObject: ["fid": fid])
        let answer = try await host.send(
            "POST", "/v1/projects/sight/installations/", body, headers: key)
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        let token = (object?["authToken"] as? [String: Any])?["token"] as? String
        #expect(answer.status == 201 && object?["fid"] as? String != fid)
        let information = try await host.send(
            "GET", "/v1beta2/projects/sight/models/bird:download?key=" + host.apiKey,
            headers: ["x-goog-firebase-installations-auth": token ?? ""])
        #expect(information.status == 404, "there is no model, but the token is known")
    }

    @Test func consoleHealthAndNumbers() async throws {
        let page = try await host.send("GET", "/console/", token: "")
        #expect(page.status == 200 && page.headers["content-security-policy"] != nil)
        #expect(String(decoding: page.body, as: UTF8.self).contains("Sight Host"))
        #expect(try await host.send("GET", "/health", token: "").status == 200)
        let numbers = try await host.send("GET", "/metrics", token: "")
        #expect(String(decoding: numbers.body, as: UTF8.self).contains("sight_host_requests_total"))
        let backup = try await host.json("POST", "/admin/v1/backup")
        let file = try #require(backup.body["file"] as? String)
        let path = host.folder.appendingPathComponent(file).path
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
