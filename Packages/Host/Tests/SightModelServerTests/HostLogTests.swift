import Foundation
import SightHostTesting
import Testing

/// What an operator has to learn from the log.
@Suite(.timeLimit(.minutes(10)))
struct HostLogTests {
    private func lines(_ host: RunningHost, _ message: String) throws -> [[String: String]] {
        try host.log().filter { $0["message"] == message }
    }

    @Test func aFullDiskIsAnError() async throws {
        let host = try RunningHost(fileLimit: 1 << 20, keepsLog: true)
        let answer = try await host.send(
            "POST", "/admin/v1/models/bird/versions", TestModel.bytes(2 << 20))
        #expect(answer.status == 507)
        let line = try #require(try lines(host, "request failed").first)
        #expect(line["level"] == "error" && line["status"] == "507")
        #expect(line["route"] == "/admin/v1/models/{model}/versions")
        #expect(line["reason"] == "the upload cannot be stored: File too large")
        #expect(line["client"] == "127.0.0.1")
    }

    @Test func wrongTokensAreNoticed() async throws {
        let host = try RunningHost(["--log", "debug"], keepsLog: true)
        #expect(try await host.send("GET", "/admin/v1/models", token: "guess-7").status == 401)
        let line = try #require(try lines(host, "wrong admin token").first)
        #expect(line["level"] == "notice" && line["client"] == "127.0.0.1")
        let request = try #require(try lines(host, "request").last)
        #expect(request["client"] == "127.0.0.1" && request["status"] == "401")
        #expect(try !"\(host.log())".contains("guess-7"))
    }

    /// As after the restore of a backup without its blobs.
    @Test func missingFilesAreErrors() async throws {
        let host = try RunningHost(keepsLog: true)
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        #expect(try await host.publish("cat", TestModel.bytes(seed: 1)) == 201)
        host.stop()
        let models = try await digests(of: host)
        let digest = try #require(models["bird"])
        let blob = host.folder.appendingPathComponent("blobs/\(digest.prefix(2))/\(digest)")
        try FileManager.default.removeItem(at: blob)
        try host.start()
        let found = try host.log().filter {
            $0["message"]?.hasPrefix("the file of a version is missing or incomplete") == true
        }
        #expect(found.map { $0["model"] } == ["bird"] && found.first?["version"] == "1")
        let file = try await host.send("GET", "/admin/v1/models/bird/versions/1/file")
        #expect(file.status == 404)
        let line = try #require(try lines(host, "the file of a version cannot be opened").first)
        #expect(line["file"] == blob.path && line["reason"] == "No such file or directory")
    }

    private func digests(of host: RunningHost) async throws -> [String: String] {
        try host.start()
        let data = try await host.send("GET", "/admin/v1/models").body
        host.stop()
        let models = try #require(
            try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: models.compactMap { model in
                let versions = model["versions"] as? [[String: Any]]
                guard let name = model["name"] as? String,
                    let digest = versions?.first?["digest"] as? String
                else { return nil }
                return (name, digest)
            })
    }

    @Test func foldersThatOthersCanChangeAreWarnedOf() throws {
        let host = try RunningHost(["--log", "warning"], keepsLog: true)
        #expect(try host.log().isEmpty)
        host.stop()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o775], ofItemAtPath: host.folder.path)
        try host.start()
        let line = try #require(try host.log().first)
        #expect(line["level"] == "warning" && line["mode"] == "0775")
    }
}
