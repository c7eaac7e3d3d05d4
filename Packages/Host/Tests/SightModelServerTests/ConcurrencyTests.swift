import Foundation
import SightHostTesting
import SightModelDownload
import SightModels
import Testing

/// Concurrent publishers.
@Suite(.timeLimit(.minutes(10)))
struct ConcurrencyTests {
    @Test func concurrentPublishesGetNumbersOfTheirOwn() async throws {
        let host = try RunningHost()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for seed in UInt8(0)..<12 {
                group.addTask { try await host.publish("bird", TestModel.bytes(seed: seed / 2)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 201, count: 12))
        let data = try await host.send("GET", "/admin/v1/models").body
        let models = try #require(
            try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let versions = try #require(models.first?["versions"] as? [[String: Any]])
        #expect(versions.compactMap { $0["number"] as? Int } == Array(1...12))
    }

    /// In any order of the changes, clients finally get the versions that the records name.
    @Test func manyChangesAtOnce() async throws {
        let host = try RunningHost()
        for seed in UInt8(0)..<6 {
            #expect(try await host.publish("bird", TestModel.bytes(seed: seed)) == 201)
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for step in 0..<48 {
                let version = step % 6 + 1
                group.addTask {
                    switch step % 4 {
                    case 0, 1:
                        try await host.json(
                            "POST", "/admin/v1/models/bird/promote", ["version": version]
                        ).status
                    case 2:
                        try await host.json("POST", "/admin/v1/models/bird/rollback", [:]).status
                    default:
                        try await host.json("DELETE", "/admin/v1/models/bird/versions/\(version)")
                            .status
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(statuses).isSubset(of: [200, 404, 409]))
        _ = try await host.json("POST", "/admin/v1/models/bird/rollout", ["percent": 0])
        let data = try await host.send("GET", "/admin/v1/models").body
        let models = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        let bird = try #require(models?.first)
        let versions = try #require(bird["versions"] as? [[String: Any]])
        let configuration = try host.configuration()
        let source = FirebaseSource(
            configuration,
            installations: FirebaseInstallations(
                configuration, folder: host.folder.appendingPathComponent("ids")))
        guard let stable = bird["stable"] as? Int else {
            // The last change was the rollback of the first promotion.
            await #expect {
                try await source.manifest(for: ModelID("bird"), unless: nil)
            } throws: {
                ($0 as? ModelDeliveryError)?.code == .notFound
            }
            return
        }
        let served = try #require(versions.first { $0["number"] as? Int == stable })
        let manifest = try await source.manifest(for: ModelID("bird"), unless: nil)
        #expect(manifest?.digest?.hexadecimal == served["digest"] as? String)
    }
}
