import Foundation
import SightModelDownload
import SightModels
import Testing

/// The protocol for hosted models in API.md: the requests, and the results of the answers.
@Suite(.timeLimit(.minutes(10)))
struct FirebaseSourceTests {
    private let scratch = ScratchFolder()
    private let firebase: FirebaseStandIn
    private let bird: ModelID

    init() throws {
        firebase = try FirebaseStandIn()
        bird = try ModelID("bird")
    }

    private func source(
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> FirebaseSource {
        let configuration = try firebase.configuration()
        let installations = FirebaseInstallations(
            configuration, folder: scratch.url.appendingPathComponent("ids"), now: now,
            random: { 0 }, sleep: { _ in })
        return FirebaseSource(configuration, installations, DownloadConditions(), now: now)
    }

    private func code(_ source: FirebaseSource) async -> ModelDeliveryError.Code? {
        do throws(ModelDeliveryError) {
            _ = try await scratch.store().update(bird, from: source)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func requestsAreAsSpecified() async throws {
        let source = try source()
        let store = scratch.store()
        let first = try await store.update(bird, from: source)
        #expect(try await store.update(bird, from: source) == first)
        #expect(firebase.kinds == ["register", "info", "file", "info"])
        let register = try #require(firebase.requests("register").first)
        #expect(register.target == "/v1/projects/sight/installations/" && register.method == "POST")
        #expect(register.headers["x-goog-api-key"] == FirebaseStandIn.key)
        #expect(register.headers["x-ios-bundle-identifier"] == "org.x")
        #expect(register.headers["content-type"] == "application/json")
        #expect(register.json["authVersion"] as? String == "FIS_v2")
        #expect(register.json["appId"] as? String == "1:2:ios:3")
        #expect((register.json["sdkVersion"] as? String)?.hasPrefix("i:") == true)
        #expect((register.json["fid"] as? String)?.count == 22)
        let info = firebase.requests("info")
        #expect(
            info[0].target
                == "/v1beta2/projects/sight/models/bird:download?key=\(FirebaseStandIn.key)")
        #expect(info[0].headers["x-goog-firebase-installations-auth"] == "token-1")
        #expect(info[0].headers["if-none-match"] == nil)
        #expect(info[1].headers["if-none-match"] == first.revision?.text)
        let file = try #require(firebase.requests("file").first)
        #expect(file.headers["x-goog-firebase-installations-auth"] == nil)
        #expect(file.headers["x-goog-api-key"] == nil)
    }

    /// A tag of one project says nothing about the file of another one.
    @Test func anotherProjectIsAskedWithoutATag() async throws {
        _ = try await scratch.store().update(bird, from: try source())
        let server = try #require(firebase.server)
        let other = try FirebaseConfiguration(
            apiKey: FirebaseStandIn.key, appID: "1:2:ios:3", projectID: "other",
            bundleID: "org.x", endpoints: FirebaseEndpoints(host: server.url()))
        let installations = FirebaseInstallations(
            other, folder: scratch.url.appendingPathComponent("ids"))
        _ = try await scratch.store().update(
            bird, from: FirebaseSource(other, installations: installations))
        let info = firebase.requests("info")
        #expect(info.count == 2 && info[1].target.contains("/projects/other/"))
        #expect(info[1].headers["if-none-match"] == nil)
        #expect(firebase.requests("file").count == 2)
    }

    @Test func updatesArePickedUp() async throws {
        let source = try source()
        let first = try await scratch.store().update(bird, from: source)
        firebase.publish(modelBytes(6000, seed: 5))
        let second = try await scratch.store().update(bird, from: source)
        #expect(second.size == 6000 && second.path != first.path)
    }

    @Test(arguments: [
        (400, ModelDeliveryError.Code.invalidArgument), (403, .permissionDenied), (404, .notFound),
        (429, .resourceExhausted), (500, .internalError), (418, .internalError),
    ])
    func refusals(status: Int, code expected: ModelDeliveryError.Code) async throws {
        firebase.answer(
            "info", .json(#"{"error": {"message": "because"}}"#, status: status))
        let source = try source()
        await #expect {
            try await scratch.store().update(bird, from: source)
        } throws: {
            let error = $0 as? ModelDeliveryError
            return error?.code == expected && error?.message.contains("because") == true
        }
    }

    /// A new source for each download, as in the model managers; all wait after the refusal.
    @Test func aRefusedAppIsNotRegisteredByEachDownload() async throws {
        firebase.answer("register", .json("{}", status: 403))
        let configuration = try firebase.configuration()
        let folder = scratch.url.appendingPathComponent("ids")
        var codes: [ModelDeliveryError.Code?] = []
        for _ in 0..<3 {
            let installations = FirebaseInstallations.shared(configuration, folder: folder)
            codes.append(
                await code(FirebaseSource(configuration, installations: installations)))
        }
        #expect(codes == [.permissionDenied, .resourceExhausted, .resourceExhausted])
        #expect(firebase.kinds == ["register"])
    }

    @Test func revokedTokensAreReplaced() async throws {
        firebase.answer("info", .json("{}", status: 401), firebase.info())
        #expect(await code(try source()) == nil)
        #expect(firebase.kinds == ["register", "info", "refresh", "info", "file"])
    }

    @Test(arguments: [
        ("downloadUri", ""), ("downloadUri", "\"http://example.com/x\""), ("downloadUri", "7"),
        ("sizeBytes", ""), ("sizeBytes", "\"-5\""), ("sizeBytes", "\"1e3\""), ("sizeBytes", "20"),
        ("sizeBytes", "\"99999999999999999999\""), ("sha256", "\"abc\""),
    ])
    func malformedInformation(field: String, value: String) async throws {
        firebase.answer("info", firebase.info(field, value))
        let code = await code(try source())
        #expect(code == .internalError || code == .insecure)
        #expect(scratch.store().installed(bird) == nil && firebase.requests("file").isEmpty)
    }

    @Test(arguments: ["", "[", "null", "{\"downloadUri\": {}}", "\u{0}"])
    func notJSON(text: String) async throws {
        firebase.answer("info", .json(text, headers: ["Etag": "x"]))
        #expect(await code(try source()) == .internalError)
    }

    @Test func noTag() async throws {
        firebase.answer("info", firebase.info(headers: [:]))
        #expect(await code(try source()) == .internalError)
    }

    @Test func unchangedUnderAnotherTag() async throws {
        let source = try source()
        #expect(await code(source) == nil)
        let installed = scratch.store().installed(bird)
        firebase.answer("info", LoopbackReply(status: 304, headers: ["Etag": "other"]))
        #expect(await code(source) == .internalError)
        #expect(scratch.store().installed(bird) == installed)
    }

    @Test func wrongSizesAndDigests() async throws {
        firebase.answer("info", firebase.info("sizeBytes", "\"4999\""))
        #expect(await code(try source()) == .wrongSize)
        let digest = ModelDigest(of: [1]).hexadecimal
        firebase.answer("info", firebase.info("sha256", "\"\(digest)\""))
        #expect(await code(try source()) == .wrongDigest)
        #expect(scratch.store().installed(bird) == nil)
    }

    /// An expired address is renewed once in each update.
    @Test func expiredAddresses() async throws {
        let old = firebase.info("expireTime", "\"2021-01-20T04:20:10.220Z\"")
        for seed in UInt8(1)...2 {
            firebase.publish(modelBytes(5000, seed: seed))
            firebase.answer("info", old, firebase.info())
            firebase.answer(
                "file", .json("expired", status: 400),
                LoopbackReply(
                    body: modelBytes(5000, seed: seed)))
            #expect(await code(try source()) == nil)
        }
        try await scratch.store().delete(bird)
        firebase.answer("info", old)
        firebase.answer("file", .json("expired", status: 400))
        #expect(await code(try source()) == .expired)
    }

    @Test func namesCannotLeaveTheAddress() async throws {
        let id = try ModelID("../x?key=1#/ü")
        _ = try? await scratch.store().update(id, from: try source())
        let target = try #require(firebase.requests("info").first).target
        #expect(target.hasPrefix("/v1beta2/projects/sight/models/..%2Fx%3Fkey%3D1%23%2F%C3%BC:d"))
    }
}
