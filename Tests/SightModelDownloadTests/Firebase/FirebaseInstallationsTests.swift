import Foundation
import SightConcurrency
import SightModelDownload
import SightModels
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FirebaseInstallationsTests {
    private let scratch = ScratchFolder()
    private let firebase: FirebaseStandIn
    private let clock = Clock()

    init() throws { firebase = try FirebaseStandIn() }

    private func installations() throws -> FirebaseInstallations {
        let configuration = try firebase.configuration()
        let clock = clock
        return FirebaseInstallations(
            configuration, folder: scratch.url.appendingPathComponent("ids"), now: { clock.now },
            random: { 0.5 }, sleep: { _ in })
    }

    private func code(_ installations: FirebaseInstallations) async -> ModelDeliveryError.Code? {
        do throws(ModelDeliveryError) {
            _ = try await installations.identity()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func registersOnceForAllCallersAndRestarts() async throws {
        let installations = try installations()
        let identities = try await withThrowingTaskGroup(
            of: FirebaseInstallations.Identity.self
        ) { group in
            for _ in 0..<20 { group.addTask { try await installations.identity() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(identities.count == 1)
        #expect(try await self.installations().identity() == identities.first)
        #expect(firebase.kinds == ["register"])
        let folder = scratch.url.appendingPathComponent("ids").path
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    /// A token for a week is renewed when it is valid for less than an hour.
    @Test func renewsInTime() async throws {
        let installations = try installations()
        let first = try await installations.identity()
        clock.advance(604_800 - 3600)
        #expect(try await installations.identity() == first)
        clock.advance(1)
        let second = try await installations.identity()
        #expect(second.token == "token-2" && second.fid == first.fid)
        let refresh = try #require(firebase.requests("refresh").first)
        #expect(refresh.headers["authorization"] == "FIS_v2 refresh")
        #expect(
            refresh.target == "/v1/projects/sight/installations/\(first.fid)/authTokens:generate")
    }

    @Test(arguments: [401, 404]) func registersAnewWhenForgotten(status: Int) async throws {
        let installations = try installations()
        let first = try await installations.identity()
        clock.advance(700_000)
        firebase.answer("refresh", .json("{}", status: status))
        let second = try await installations.identity()
        #expect(second.fid != first.fid)
        #expect(firebase.kinds == ["register", "refresh", "register"])
    }

    @Test func aServerErrorIsRetriedOnce() async throws {
        firebase.answer("register", .json("{}", status: 500))
        let installations = try installations()
        #expect(await code(installations) == .internalError)
        #expect(firebase.kinds.count == 2)
        // Two seconds and a half of rest, then three of the next power.
        #expect(await code(installations) == .resourceExhausted)
        clock.advance(2.6)
        #expect(await code(installations) == .internalError)
        clock.advance(2.6)
        #expect(await code(installations) == .resourceExhausted)
        #expect(firebase.kinds.count == 4)
    }

    @Test func aBadKeyRestsForADay() async throws {
        firebase.answer("register", .json("{}", status: 403))
        let installations = try installations()
        #expect(await code(installations) == .permissionDenied)
        clock.advance(86_399)
        #expect(await code(installations) == .resourceExhausted)
        clock.advance(2)
        #expect(await code(installations) == .permissionDenied)
        #expect(firebase.kinds.count == 2)
    }

    @Test(arguments: ["", "{}", #"{"refreshToken": 3}"#])
    func malformedAnswers(text: String) async throws {
        firebase.answer("register", .json(text))
        #expect(await code(try installations()) == .internalError)
    }

    @Test func deletes() async throws {
        let installations = try installations()
        let first = try await installations.identity()
        try await installations.delete()
        #expect(try await installations.identity().fid != first.fid)
        #expect(firebase.kinds == ["register", "delete", "register"])
    }

    @Test func aFailedDeletionIsRepeatedOnce() async throws {
        let installations = try installations()
        let first = try await installations.identity()
        firebase.answer("delete", .json("{}", status: 500))
        let error = await #expect(throws: ModelDeliveryError.self) {
            try await installations.delete()
        }
        #expect(error?.code == .internalError)
        #expect(try await installations.identity() == first)
        #expect(firebase.kinds == ["register", "delete", "delete"])
        firebase.answer("delete", .json("{}", status: 500), .json("{}"))
        try await installations.delete()
        #expect(firebase.kinds.count == 5)
        // Only an answer of 500 is worth a second request.
        _ = try await installations.identity()
        firebase.answer("delete", .json("{}", status: 503))
        await #expect(throws: ModelDeliveryError.self) { try await installations.delete() }
        #expect(firebase.kinds.count == 7)
    }

    @Test func simultaneousDeletionsShareOneRequest() async throws {
        let installations = try installations()
        _ = try await installations.identity()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await installations.delete() } }
            try await group.waitForAll()
        }
        #expect(firebase.kinds == ["register", "delete"])
    }

    @Test func oneIdentityForEachConfigurationAndFolder() throws {
        let configuration = try firebase.configuration()
        let folder = scratch.url.appendingPathComponent("ids")
        let first = FirebaseInstallations.shared(configuration, folder: folder)
        #expect(FirebaseInstallations.shared(configuration, folder: folder) === first)
        let slash = folder.appendingPathComponent("a/..")
        #expect(FirebaseInstallations.shared(configuration, folder: slash) === first)
        #expect(FirebaseInstallations.shared(configuration, folder: scratch.url) !== first)
        let other = try FirebaseConfiguration(
            apiKey: FirebaseStandIn.key, appID: "1:2:ios:4", projectID: "sight",
            endpoints: configuration.endpoints)
        #expect(FirebaseInstallations.shared(other, folder: folder) !== first)
        // Every source of an app uses the same one.
        let sources = (0..<2).map { _ in FirebaseSource(configuration) }
        #expect(sources[0].installations === sources[1].installations)
        #expect(sources[0].installations === FirebaseInstallations.shared(configuration))
    }

    /// Another process may be renewing the identity, which holds the lock meanwhile.
    @Test func deletingWaitsForTheLock() async throws {
        let installations = try installations()
        _ = try await installations.identity()
        let folder = scratch.url.appendingPathComponent("ids")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .first { $0.hasSuffix(".lock") })
        var lock = try FileLock(trying: folder.appendingPathComponent(name).path)
        #expect(lock != nil)
        let deletion = Task { try await installations.delete() }
        try await Task.sleep(nanoseconds: 200_000_000)
        #expect(firebase.kinds == ["register"])
        lock?.hold()
        lock = nil
        try await deletion.value
        #expect(firebase.kinds == ["register", "delete"])
    }

    @Test func identifiersAreWellFormed() throws {
        let zero = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000f"))
        #expect(InstallationID.make(zero) == "fwAAAAAAAAAAAAAAAAAAAA")
        for _ in 0..<100 {
            let id = InstallationID.make()
            #expect(id.count == 22 && "cdef".contains(id.prefix(1)))
            #expect(!id.contains("+") && !id.contains("/") && !id.contains("="))
        }
    }

    private func provider() throws -> RemoteConfigNameProvider {
        let configuration = try firebase.configuration()
        let clock = clock
        return RemoteConfigNameProvider(
            configuration, try installations(), 43_200, scratch.url, now: { clock.now },
            random: { 0.5 })
    }

    /// A cancelled caller does not wait for a server that says nothing.
    @Test(arguments: ["register", "config"]) func cancelledCallersStopWaiting(kind: String)
        async throws
    {
        firebase.answer(kind, LoopbackReply(manner: .silence))
        let provider = try provider()
        let start = ContinuousClock.now
        let task = Task { try await provider.parameters() }
        while firebase.requests(kind).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let error = await #expect(throws: ModelDeliveryError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    /// Parameters of a time in the future are not kept until then.
    @Test func remoteConfigAfterTheClockWasSetBack() async throws {
        let provider = try provider()
        _ = try await provider.parameters()
        clock.advance(-400_000)
        _ = try await provider.parameters()
        #expect(firebase.requests("config").count == 2)
        _ = try await provider.parameters()
        #expect(firebase.requests("config").count == 2)
    }

    /// During the wait after a failure, the error says when the next request is sent.
    @Test func remoteConfigErrorsSayWhatToDo() async throws {
        let provider = try provider()
        firebase.answer("config", .json("[]"), .json("{}", status: 503))
        let unreadable = await #expect(throws: ModelDeliveryError.self) {
            try await provider.parameters()
        }
        #expect(unreadable?.message == "Remote Config's answer is not JSON with \"entries\"")
        await #expect(throws: ModelDeliveryError.self) { try await provider.parameters() }
        clock.advance(20.5)
        let early = await #expect(throws: ModelDeliveryError.self) {
            try await provider.parameters()
        }
        // The first wait is 120 seconds, and here as long as that.
        #expect(
            early?.message == "Remote Config failed; the next request is sent in 100 s")
        #expect(early?.code == .resourceExhausted && firebase.requests("config").count == 2)
    }

    @Test func remoteConfigReplacesRevokedTokens() async throws {
        firebase.answer(
            "config", .json("{}", status: 401),
            .json(#"{"entries": {"object_model": "bird_b"}, "state": "UPDATE"}"#))
        #expect(try await provider().modelName(for: "object_model").name == "bird_b")
        #expect(firebase.kinds == ["register", "config", "refresh", "config"])
        let tokens = firebase.requests("config").map {
            $0.headers["x-goog-firebase-installations-auth"]
        }
        #expect(tokens == ["token-1", "token-2"])
    }

    @Test func remoteConfig() async throws {
        let configuration = try firebase.configuration()
        let clock = clock
        let provider = RemoteConfigNameProvider(
            configuration, try installations(), 43_200, scratch.url, now: { clock.now },
            random: { 0.5 })
        #expect(try await provider.modelName(for: "object_model").name == "bird_b")
        _ = try await provider.parameters()
        #expect(firebase.requests("config").count == 1)
        let request = try #require(firebase.requests("config").first)
        #expect(request.headers["x-firebase-rc-fetch-type"] == "BASE/1")
        #expect((request.json["app_instance_id"] as? String)?.count == 22)
        let fields = RemoteConfigConditions().fields
        #expect(fields.allSatisfy { request.json[$0.key] as? String == $0.value })
        clock.advance(43_201)
        firebase.answer("config", .json("{}", status: 503))
        #expect(try await provider.modelName(for: "object_model").name == "bird_b")
        #expect(try await provider.modelName(for: "object_model").name == "bird_b")
        #expect(firebase.requests("config").count == 2)
        #expect(firebase.requests("config")[1].headers["if-none-match"] == "c1")
    }
}

/// A clock that the test advances.
private final class Clock: Sendable {
    private let time = Guarded(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { time.current }
    func advance(_ seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
}
