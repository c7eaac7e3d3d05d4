import Foundation
import SightHostTesting
import SightModels
import Testing

/// Kills the host at random instants while versions are published.
///
/// The environment variable `SIGHT_KILLS` sets the number of kills.
@Suite(.timeLimit(.minutes(10)))
struct KilledHostTests {
    @Test func versionsAreWholeAfterEveryKill() async throws {
        let kills = ProcessInfo.processInfo.environment["SIGHT_KILLS"].flatMap(Int.init) ?? 5
        let host = try RunningHost()
        let start = ContinuousClock.now
        #expect(try await host.publish("bird", TestModel.bytes(150_000, seed: 255)) == 201)
        // The time is long enough for some uploads, however busy the machine is.
        let longest = max(0.15, 3 * ((ContinuousClock.now - start) / .seconds(1)))
        var promised = 1
        for round in 0..<kills {
            let publisher = Task {
                var answered = 0
                for seed in UInt8(0)...255 {
                    let bytes = TestModel.bytes(150_000, seed: seed &+ UInt8(round % 256))
                    guard let status = try? await host.publish("bird", bytes), status == 201 else {
                        break
                    }
                    answered += 1
                }
                return answered
            }
            try await Task.sleep(for: .seconds(Double.random(in: 0.005...longest)))
            host.kill()
            promised += await publisher.value
            try host.start()
            let versions = try await check(host)
            // All confirmed versions exist; a version without an answer may exist.
            #expect(versions >= promised, "round \(round)")
            promised = versions
        }
        #expect(promised > 1)
    }

    /// After every kill, the host has every signed manifest that it confirmed, undamaged.
    @Test func signaturesAreWholeAfterEveryKill() async throws {
        let kills = ProcessInfo.processInfo.environment["SIGHT_KILLS"].flatMap(Int.init) ?? 5
        let host = try RunningHost()
        let bytes = TestModel.bytes(10_000)
        #expect(try await host.publish("bird", bytes) == 201)
        var promised = 0
        for round in 0..<kills {
            let start = promised
            let publisher = Task {
                var answered = start
                for version in start + 1...start + 1000 {
                    let signed = try SignedHostTests.manifest(bytes, version: version)
                    let answer = try? await host.send(
                        "PUT", "/admin/v1/models/bird/versions/1/signed", signed)
                    guard answer?.status == 200 else { break }
                    answered = version
                }
                return answered
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 5...150)))
            host.kill()
            promised = try await publisher.value
            try host.start()
            let signed = try await signedVersion(host)
            #expect(signed >= promised && signed <= promised + 1, "round \(round)")
            promised = signed
        }
        #expect(promised > 0)
    }

    /// The version that the signed manifest of the model's only version names; 0 without a
    /// manifest.
    private func signedVersion(_ host: RunningHost) async throws -> Int {
        let data = try await host.send("GET", "/admin/v1/models").body
        let models = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        let versions = models.first?["versions"] as? [[String: Any]] ?? []
        guard let text = versions.first?["signed"] as? String else { return 0 }
        let json = try #require(Data(base64Encoded: text))
        return try SignedManifest(json: Array(json)).unverifiedRelease().version
    }

    /// Checks that the file of every version is complete, and that the host has no other files.
    private func check(_ host: RunningHost) async throws -> Int {
        let data = try await host.send("GET", "/admin/v1/models").body
        let models = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        let versions = models.first?["versions"] as? [[String: Any]] ?? []
        var digests: Set<String> = []
        for version in versions {
            digests.insert(version["digest"] as? String ?? "")
        }
        if let last = versions.last?["number"] as? Int {
            let file = try await host.send("GET", "/admin/v1/models/bird/versions/\(last)/file")
            #expect(file.status == 200 && file.body.count == 150_000)
        }
        let files =
            FileManager.default.enumerator(atPath: host.folder.path)?
            .compactMap { $0 as? String } ?? []
        let blobs = files.filter { $0.hasPrefix("blobs/") && $0.count > 20 }
        #expect(Set(blobs.map { String($0.suffix(64)) }) == digests)
        #expect(!files.contains { $0.hasPrefix("incoming/") })
        return versions.count
    }
}
