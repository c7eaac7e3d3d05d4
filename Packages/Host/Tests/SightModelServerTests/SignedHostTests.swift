import Foundation
import SightHostTesting
import SightModelDownload
import SightModels
import Testing

/// A host with signed manifests, and a device that trusts only signed manifests.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct SignedHostTests {
    /// A stand-in for a signature scheme; `Packages/Signing` tests the real one.
    struct StandInScheme: SignatureScheme {
        func isValid(_ signature: [UInt8], of bytes: [UInt8], by key: VerificationKey) -> Bool {
            signature == ModelDigest(of: key.bytes + bytes).bytes
        }
    }

    private let host: RunningHost
    private let bird: ModelID
    private let keys: SigningKeys

    init() throws {
        host = try RunningHost()
        bird = try ModelID("bird")
        let key = try #require(VerificationKey(bytes: [UInt8](repeating: 1, count: 32)))
        keys = try SigningKeys(publisher: "example.com", keys: [key])
    }

    static func manifest(_ bytes: Data, version: Int, model: String = "bird", key: UInt8 = 1) throws
        -> Data
    {
        let release = ModelRelease(
            name: model, version: version, size: bytes.count, digest: ModelDigest(of: Array(bytes)),
            time: Date(), expires: Date(timeIntervalSinceNow: 86_400))
        var envelope = SignedEnvelope(
            payload: try release.json(), type: ModelRelease.payloadType)
        let signed = try #require(envelope.signedBytes)
        let signer = try #require(VerificationKey(bytes: [UInt8](repeating: key, count: 32)))
        envelope.add(ModelDigest(of: signer.bytes + signed).bytes, by: signer)
        return Data(try SignedManifest(release: envelope).json())
    }

    private func source() throws -> (ModelStore, SignedModelSource<StandInScheme>) {
        let store = ModelStore(folder: host.folder.appendingPathComponent("client"))
        let configuration = try host.configuration()
        let base = FirebaseSource(
            configuration,
            installations: FirebaseInstallations(
                configuration, folder: host.folder.appendingPathComponent("ids")))
        return (
            store, SignedModelSource(base, keys: keys, scheme: StandInScheme(), store: store)
        )
    }

    private func sign(_ manifest: Data, version: Int) async throws -> Int {
        try await host.send("PUT", "/admin/v1/models/bird/versions/\(version)/signed", manifest)
            .status
    }

    private func refusal(_ store: ModelStore, _ source: SignedModelSource<StandInScheme>) async
        -> String
    {
        do {
            _ = try await store.update(bird, from: source)
            return ""
        } catch {
            return error.code == .untrusted ? error.message : "\(error)"
        }
    }

    @Test func devicesGetWhatIsSigned() async throws {
        let (store, source) = try source()
        let first = TestModel.bytes(seed: 1)
        let second = TestModel.bytes(seed: 2)
        for bytes in [first, second] { #expect(try await host.publish("bird", bytes) == 201) }
        _ = try await host.json("POST", "/admin/v1/models/bird/promote", ["version": 1])
        #expect(await refusal(store, source).contains("without a signed manifest"))
        #expect(try await sign(Self.manifest(first, version: 7), version: 1) == 200)
        #expect(try await store.update(bird, from: source).digest == ModelDigest(of: Array(first)))

        // An attacker who controls the host serves another file, forges a signature and rolls back.
        _ = try await host.json("POST", "/admin/v1/models/bird/promote", ["version": 2])
        #expect(try await sign(Self.manifest(second, version: 8, key: 9), version: 2) == 200)
        #expect(await refusal(store, source).contains("0 of the keys"))
        #expect(try await sign(Self.manifest(second, version: 8), version: 2) == 200)
        #expect(try await store.update(bird, from: source).digest == ModelDigest(of: Array(second)))
        _ = try await host.json("POST", "/admin/v1/models/bird/rollback", [:])
        #expect(await refusal(store, source).contains("older than version 8"))
        #expect(store.installed(bird)?.digest == ModelDigest(of: Array(second)))
    }

    @Test func manifestsOfNoUseAreRefused() async throws {
        let bytes = TestModel.bytes(seed: 1)
        #expect(try await host.publish("bird", bytes) == 201)
        let other = try Self.manifest(bytes, version: 1, model: "cat")
        let others = try Self.manifest(TestModel.bytes(seed: 2), version: 1)
        for bad in [other, others, Data("{}".utf8), Data()] {
            #expect(try await sign(bad, version: 1) == 400)
        }
        #expect(try await sign(Data(repeating: 0x20, count: 1 << 17), version: 1) == 413)
        #expect(try await sign(Self.manifest(bytes, version: 1), version: 2) == 404)
        let signed = try Self.manifest(bytes, version: 1)
        let path = "/admin/v1/models/bird/versions/1/signed"
        #expect(try await host.send("PUT", path, signed, token: "wrong").status == 401)
        #expect(try await sign(signed, version: 1) == 200)
        host.kill()
        try host.start()
        let data = try await host.send("GET", "/admin/v1/models").body
        let models = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        let versions = models?.first?["versions"] as? [[String: Any]]
        #expect(versions?.first?["signed"] as? String == signed.base64EncodedString())
    }
}
