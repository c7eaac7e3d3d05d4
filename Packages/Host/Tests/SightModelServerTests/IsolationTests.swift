import Foundation
import NIOPosix
import SightHostTesting
import SightModelServer
import Testing

/// Child processes that check untrusted models, and how the host handles those that fail.
@Suite(.timeLimit(.minutes(10)))
struct IsolationTests {
    /// A child that runs a shell script.
    private func child(_ script: String, deadline: Double = 30) -> IsolatedWork {
        IsolatedWork(program: "/bin/sh", arguments: ["-c", script], deadline: deadline)
    }

    private func message(of child: IsolatedWork) async -> String {
        do {
            _ = try await child.run(.check(model: "x"), for: ModelCheck.self)
            return "no error"
        } catch let error as HostError {
            return "\(error.status.code) \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        (
            "kill -SEGV $$",
            "400 the model cannot be loaded: it ends the program that tries it, with "
                + "the signal 11"
        ),
        (
            "exit 3",
            "400 the model cannot be loaded: it ends the program that tries it, with the "
                + "status 3"
        ),
        ("echo nonsense", "400 the model cannot be loaded: its check gave no answer"),
        ("true", "400 the model cannot be loaded: its check gave no answer"),
        ("echo '{\"refusal\": \"no good\"}'", "400 no good"),
        (
            "yes",
            "400 the model cannot be loaded: its answer has more than 4194304 bytes"
        ),
    ])
    func badEndsAreRefusals(script: String, expected: String) async throws {
        #expect(await message(of: child(script)) == expected)
    }

    @Test func childrenEndInTime() async throws {
        let start = ContinuousClock.now
        let text = await message(of: child("sleep 600", deadline: 0.3))
        #expect(text == "400 the model cannot be loaded: it takes more than 0.3 s")
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    /// The host does not wait for processes that a child has started and that left its group.
    @Test func nobodyWaitsForGrandchildren() async throws {
        let start = ContinuousClock.now
        let text = await message(of: child("setsid sleep 300 & exec sleep 300", deadline: 0.3))
        #expect(text == "400 the model cannot be loaded: it takes more than 0.3 s")
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    /// Downloads read files on the threads of this pool, however many uploads are being checked.
    @Test func checksLeaveTheThreadsOfDownloadsFree() async throws {
        let slow = child("sleep 4")
        let checks = (0..<64).map { _ in
            Task { try await slow.run(.check(model: "x"), for: ModelCheck.self) }
        }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        try await NIOThreadPool.singleton.runIfActive {}
        #expect(ContinuousClock.now - start < .seconds(3))
        for check in checks { check.cancel() }
        for check in checks { _ = try? await check.value }
    }

    /// A child gets the limits of the host; `$*` has its arguments without the first.
    @Test func childrenGetTheirLimits() async throws {
        let child = IsolatedWork(
            program: "/bin/sh", arguments: ["-c", "echo \"{\\\"refusal\\\": \\\"$*\\\"}\""],
            memory: 7 << 20, deadline: 8.5)
        #expect(
            await message(of: child)
                == "400 --model x --maximum-memory 7340032 --maximum-seconds 9")
    }

    /// A child inherits no environment variable of the host.
    @Test func childrenInheritNoSecrets() async throws {
        setenv("SIGHT_TEST_SECRET", "hush", 1)
        let text = await message(
            of: child("echo \"{\\\"refusal\\\": \\\"<$SIGHT_TEST_SECRET>\\\"}\""))
        #expect(text == "400 <>")
    }

    /// A child of the host gives the same answer as the check in the same process.
    @Test func aRealChildChecksAModel() async throws {
        let host = try RunningHost()
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        let bad = try await host.send(
            "POST", "/admin/v1/models/bird/versions", Data("TFL3".utf8) + Data(count: 400))
        #expect(bad.status == 400)
        let text = String(decoding: bad.body, as: UTF8.self)
        #expect(text.contains("this is not a model that can run"))
        #expect(!text.contains(host.folder.path))
    }

    private func entries(_ host: RunningHost) throws -> [[String: Any]] {
        let file = host.folder.appendingPathComponent("audit.log")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
            .split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
    }

    /// The audit log has each requested change twice, also if it fails, but no request that only
    /// reads.
    @Test func adminActionsAreWrittenDown() async throws {
        let host = try RunningHost()
        #expect(try await host.publish("bird", TestModel.bytes()) == 201)
        _ = try await host.json("POST", "/admin/v1/models/bird/promote", [:])
        _ = try await host.send("DELETE", "/admin/v1/models/none")
        _ = try await host.send("GET", "/admin/v1/models")
        _ = try await host.send("POST", "/admin/v1/backup", token: "wrong")
        let file = host.folder.appendingPathComponent("audit.log")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let entries = try entries(host)
        try #require(entries.count == 6 && text.split(separator: "\n").count == 6)
        #expect(entries.map { $0["status"] as? Int } == [nil, 201, nil, 200, nil, 404])
        let methods = ["POST", "POST", "POST", "POST", "DELETE", "DELETE"]
        #expect(entries.map { $0["method"] as? String } == methods)
        #expect(entries.allSatisfy { $0["token"] as? String == "first" })
        let names = entries.compactMap { $0["id"] as? String }
        #expect(names.count == 6 && Set(names).count == 3 && names[2] == names[3])
        #expect(entries[2]["path"] as? String == "/admin/v1/models/bird/promote")
        #expect(!text.contains(host.token))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    /// A request is written down before it changes anything, so that a kill hides no change.
    @Test func requestsAreWrittenDownBeforeTheyChangeAnything() async throws {
        let host = try RunningHost()
        let connection = try KeptConnection(host)
        try connection.write(
            Data(
                """
                POST /admin/v1/models/bird/versions HTTP/1.1\r
                Host: 127.0.0.1\r
                Authorization: Bearer \(host.token)\r
                Content-Length: 4096\r
                \r\n
                """.utf8))
        while try entries(host).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        host.kill()
        let entry = try #require(try entries(host).first)
        #expect(entry["path"] as? String == "/admin/v1/models/bird/versions")
        #expect(entry["status"] == nil)
        withExtendedLifetime(connection) {}
    }

    /// The rest of an entry that was cut off is a line of its own.
    @Test func aCutOffEntryHarmsNoOther() async throws {
        let host = try RunningHost()
        host.stop()
        let file = host.folder.appendingPathComponent("audit.log")
        try Data("{\"client\":".utf8).write(to: file)
        try host.start()
        _ = try await host.send("DELETE", "/admin/v1/models/none")
        let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            .split(separator: "\n")
        #expect(lines.count == 3)
        let last = Data((lines.last ?? "").utf8)
        let entry = try JSONSerialization.jsonObject(with: last) as? [String: Any]
        #expect(entry?["status"] as? Int == 404)
    }
}
