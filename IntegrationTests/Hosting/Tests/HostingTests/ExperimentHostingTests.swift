import Foundation
import MLKit
import SightHostTesting
import SightModelDownload
import SightModels
import Testing

extension HostedGuideTests {
    /// "Simple A/B tests with Remote Config": a parameter holds the name of the model.
    @Suite struct ExperimentHostingTests {
        private static let count = 10_000
        private static let shares = [("bird_a", 50.0), ("bird_b", 30.0), ("bird_c", 20.0)]

        private func start(_ host: RunningHost) async throws {
            let variants = Self.shares.map { ["value": $0.0, "weight": $0.1] as [String: Any] }
            let answer = try await host.json(
                "PUT", "/admin/v1/experiments/object_model", ["variants": variants])
            #expect(answer.status == 200)
        }

        /// The host sends the model's name, which the download uses.
        @Test func theParameterChoosesTheModel() async throws {
            let app = try HostedApp()
            try await start(app.host)
            for (name, _) in Self.shares { try await app.host.serve(name, TestModel.bytes()) }
            let configuration = try FirebaseConfiguration.main()
            let provider = RemoteConfigNameProvider(
                configuration, installations: FirebaseInstallations(configuration))
            let name = try await provider.modelName(for: "object_model").name
            #expect(Self.shares.map(\.0).contains(name))
            let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: name))
            let progress = ModelManager.modelManager().download(
                model, conditions: ModelDownloadConditions())
            #expect(try await ProgressLog(watching: progress).isFinished)
            #expect(ModelManager.modelManager().isModelDownloaded(model))
        }

        /// Whether a count is within five standard deviations of the binomial distribution.
        private func isNear(_ count: Int, _ total: Int, share: Double) -> Bool {
            let deviation = (Double(total) * share * (1 - share)).squareRoot()
            return abs(Double(count) - Double(total) * share) <= 5 * deviation
        }

        /// Every installation registers, reads the parameter and asks for the model.
        @Test func tenThousandInstallationsAreSplitAsStated() async throws {
            let host = try RunningHost()
            try await start(host)
            try await host.serve("bird", TestModel.bytes(seed: 1))
            #expect(try await host.publish("bird", TestModel.bytes(seed: 2)) == 201)
            _ = try await host.json("POST", "/admin/v1/models/bird/rollout", ["percent": 10])
            let fleet = Fleet(host)
            let members = try fleet.register(Self.count)
            #expect(Set(members.map(\.fid)).count == Self.count)
            for (name, share) in Self.shares {
                let own = members.filter { $0.parameter == name }
                #expect(isNear(own.count, Self.count, share: share / 100), "\(name)")
                // The roll-out is independent of the variants.
                let candidates = own.filter { $0.isCandidate }.count
                #expect(isNear(candidates, own.count, share: 0.1), "\(name) in the roll-out")
            }
            #expect(isNear(members.filter(\.isCandidate).count, Self.count, share: 0.1))
            // Repeated requests get the same answers, and a larger share loses no installation.
            _ = try await host.json("POST", "/admin/v1/models/bird/rollout", ["percent": 20])
            for member in members.prefix(500) {
                let again = try fleet.ask(member.fid, member.token)
                #expect(again.parameter == member.parameter)
                #expect(again.isCandidate || !member.isCandidate)
            }
            let statistics = try await host.json("GET", "/admin/v1/stats").body
            #expect(statistics["installations"] as? Int == Self.count)
        }
    }
}
