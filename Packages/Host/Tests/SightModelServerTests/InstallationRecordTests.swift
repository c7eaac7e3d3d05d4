import Foundation
import SightHostTesting
import SightModelServer
import Testing

@Suite struct InstallationRecordTests {
    @Test func installationsAreNotReplacedAndExpire() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("host-\(UUID().uuidString).db").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try SQLiteDatabase(path: path)
        let start = Date(timeIntervalSince1970: 1_000_000)
        #expect(try await database.register("a", refreshHash: "1", now: start))
        #expect(try await !database.register("a", refreshHash: "2", now: start))
        #expect(try await database.refreshHash(of: "a") == "1")
        #expect(try await database.register("b", refreshHash: "3", now: start))
        try await database.note("b", now: start + 100)
        try await database.forgetInstallations(before: start + 50)
        #expect(try await database.refreshHash(of: "a") == nil)
        #expect(try await database.refreshHash(of: "b") == "3")
    }

    /// An installation that does not fit on the disk gets the status that uploads get, too.
    @Test(.timeLimit(.minutes(5))) func aFullDiskIsNamed() async throws {
        let host = try RunningHost(fileLimit: 1 << 20)
        var answer = (status: 201, text: "")
        for _ in 0..<1000 where answer.status == 201 {
            let (status, body, _) = try await host.send(
                "POST", "/v1/projects/sight/installations", Data("{}".utf8),
                headers: ["X-Goog-Api-Key": host.apiKey])
            answer = (status, String(decoding: body, as: UTF8.self))
        }
        #expect(answer.status == 507)
        #expect(answer.text.contains("the database cannot be written"))
        #expect(!answer.text.contains(host.folder.path))
        #expect(try await host.send("GET", "/health").status == 200)
    }
}
