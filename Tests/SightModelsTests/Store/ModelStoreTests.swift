import Foundation
import SightModels
import Testing

@Suite struct ModelStoreTests {
    private let scratch = ScratchStore()
    private let bird: ModelID

    init() throws { bird = try ModelID("bird") }

    @Test func installsAndFindsAModel() async throws {
        let store = scratch.store()
        #expect(store.installed(bird) == nil && store.path(of: bird) == nil)
        let bytes = modelBytes(5000)
        let model = try await store.update(bird, from: ScriptedSource(bird, bytes))
        #expect(model.size == 5000 && model.digest == ModelDigest(of: bytes))
        #expect(store.path(of: bird) == model.path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Data(bytes))
        #expect(store.models().map(\.id) == [bird])
        try store.verify(bird)
    }

    @Test func unchangedModelsAreNotDownloaded() async throws {
        let store = scratch.store()
        let source = ScriptedSource(bird, modelBytes(3000), revision: "tag")
        let first = try await store.update(bird, from: source)
        let second = try await store.update(bird, from: source)
        #expect(first == second)
        #expect(source.readOffsets == [0])
        #expect(source.knownRevisions == [nil, ModelRevision("tag")])
    }

    /// A new revision of the same bytes is stored without a download.
    @Test func sameBytesUnderANewMark() async throws {
        let store = scratch.store()
        let bytes = modelBytes(3000)
        _ = try await store.update(bird, from: ScriptedSource(bird, bytes, revision: "1"))
        let source = ScriptedSource(bird, bytes, revision: "2")
        let model = try await store.update(bird, from: source)
        #expect(model.revision == ModelRevision("2"))
        #expect(source.readOffsets.isEmpty)
    }

    /// A caller who has got the path can still open the file after one update.
    @Test func theFileBeforeIsKeptForOneUpdate() async throws {
        let store = scratch.store()
        var paths: [String] = []
        for seed in UInt8(1)...3 {
            let source = ScriptedSource(bird, modelBytes(2000, seed: seed), revision: "\(seed)")
            paths.append(try await store.update(bird, from: source).path)
        }
        let exists = paths.map { FileManager.default.fileExists(atPath: $0) }
        #expect(exists == [false, true, true])
    }

    @Test func deletesAModel() async throws {
        let store = scratch.store()
        _ = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        try await store.delete(bird)
        #expect(store.installed(bird) == nil && scratch.modelFiles().isEmpty)
        await #expect { try await store.delete(bird) } throws: {
            ($0 as? ModelDeliveryError)?.code == .notFound
        }
    }

    /// A failed update leaves a folder only for bytes with which the download can continue.
    @Test(arguments: [0, 2000]) func aModelThatNeverArrivedIsNotFound(byteCount: Int) async throws {
        let store = scratch.store()
        let bytes = modelBytes(5000)
        let manifest = ModelManifest(
            id: bird, revision: ModelRevision("1"), size: bytes.count,
            digest: ModelDigest(of: bytes))
        let broken = ModelDeliveryError(.failedPrecondition, "cut", detail: RetryAdvice())
        let source = ScriptedSource(
            [byteCount == 0 ? .failure(broken) : .success(manifest)],
            [.bytesThenFailure(Array(bytes.prefix(byteCount)), broken), .failure(broken)])
        await #expect(throws: ModelDeliveryError.self) {
            try await store.update(bird, from: source)
        }
        #expect(scratch.modelFiles().contains("partial") == (byteCount > 0))
        #expect(scratch.modelFolders().isEmpty == (byteCount == 0))
        for _ in 0..<2 {
            await #expect { try await store.delete(bird) } throws: {
                ($0 as? ModelDeliveryError)?.code == .notFound
            }
            #expect(scratch.modelFiles().isEmpty)
        }
    }

    @Test func appsHaveStoresOfTheirOwn() async throws {
        var store = scratch.store()
        store.limits = StoreLimits(maximumModelSize: 4000)
        let names = ["a", "A", "../../a", "", String(repeating: "x", count: 1000)]
        let stores = names.map { store.store(ofApp: $0) }
        #expect(Set(stores.map(\.folder)).count == names.count)
        for (seed, other) in stores.enumerated() {
            #expect(other.folder.path.hasPrefix(store.folder.path + "/apps/"))
            let source = ScriptedSource(bird, modelBytes(1000, seed: UInt8(seed)))
            _ = try await other.update(bird, from: source)
        }
        #expect(Set(stores.map { $0.installed(bird)?.digest }).count == names.count)
        #expect(store.models().isEmpty)
        await #expect { try await stores[0].update(bird, from: Self.large(bird)) } throws: {
            ($0 as? ModelDeliveryError)?.code == .tooLarge
        }
    }

    private static func large(_ id: ModelID) -> ScriptedSource {
        ScriptedSource(id, modelBytes(5000), revision: "2")
    }

    @Test func filesArePrivate() async throws {
        let store = scratch.store()
        let model = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let folder = (model.path as NSString).deletingLastPathComponent
        #expect(try mode(model.path) == 0o600 && mode(folder + "/current") == 0o600)
        #expect(try mode(folder) == 0o700 && mode(store.folder.path) == 0o700)
    }

    @Test func leftoversOfAKilledProcessGo() async throws {
        let store = scratch.store()
        let first = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        let folder = (first.path as NSString).deletingLastPathComponent
        for name in ["current.new", String(repeating: "a", count: 64) + ".tflite", "junk"] {
            #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: Data()))
        }
        _ = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        #expect(scratch.modelFiles() == [first.digest.hexadecimal + ".tflite", "current"].sorted())
    }

    /// A manipulated record, or a record with a truncated file, counts as no model.
    @Test(arguments: [
        "", "{}", "not JSON", #"{"format":1,"name":"bird","size":-1,"sha256":"../../x"}"#,
    ])
    func badRecordsAreNoModel(text: String) async throws {
        let store = scratch.store()
        let model = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        let record = (model.path as NSString).deletingLastPathComponent + "/current"
        try Data(text.utf8).write(to: URL(fileURLWithPath: record))
        #expect(store.installed(bird) == nil && store.models().isEmpty)
        _ = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        #expect(store.installed(bird)?.size == 100)
    }

    @Test func damagedFilesAreFound() async throws {
        let store = scratch.store()
        let model = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        try Data(modelBytes(100, seed: 9)).write(to: URL(fileURLWithPath: model.path))
        #expect { try store.verify(bird) } throws: {
            ($0 as? ModelDeliveryError)?.code == .wrongDigest
        }
    }

    /// An update reads the installed file again, whether the server calls the file unchanged or
    /// states its digest.
    @Test(arguments: ["1", "2"]) func damagedFilesAreDownloadedAgain(revision: String) async throws
    {
        let store = scratch.store()
        let bytes = modelBytes(100)
        let model = try await store.update(bird, from: ScriptedSource(bird, bytes))
        try Data(modelBytes(100, seed: 9)).write(to: URL(fileURLWithPath: model.path))
        let source = ScriptedSource(bird, bytes, revision: revision)
        #expect(try await store.update(bird, from: source).path == model.path)
        #expect(source.readOffsets == [0])
        try store.verify(bird)
    }

    /// A damaged file stays if it cannot be downloaded again; the error is that of the download.
    @Test func damagedFilesStayWithoutANetwork() async throws {
        let store = scratch.store()
        let model = try await store.update(bird, from: ScriptedSource(bird, modelBytes(100)))
        try Data(modelBytes(100, seed: 9)).write(to: URL(fileURLWithPath: model.path))
        let source = ScriptedSource(
            [.success(nil), .failure(ModelDeliveryError(.failedPrecondition, "no network"))],
            [.endless])
        await #expect { try await store.update(bird, from: source) } throws: {
            ($0 as? ModelDeliveryError)?.code == .failedPrecondition
        }
        #expect(source.knownRevisions == [ModelRevision("1"), nil])
        #expect(store.installed(bird) == model)
    }

    /// A server may send another version than it has announced.
    @Test func theRevisionIsThatOfTheBytes() async throws {
        let bytes = modelBytes(3000)
        let manifest = ModelManifest(id: bird, revision: ModelRevision("2"), size: bytes.count)
        let source = ScriptedSource(
            [.success(manifest)], [.bytes(bytes)], delivering: ModelRevision("1"))
        let model = try await scratch.store().update(bird, from: source)
        #expect(model.revision == ModelRevision("1"))
        _ = try await scratch.store().update(bird, from: source)
        #expect(source.readOffsets == [0, 0])
    }

    @Test func theOnesNotUsedGoFirst() async throws {
        let store = scratch.store(limits: StoreLimits(maximumTotalSize: 2500))
        let ids = try ["a", "b", "c"].map { try ModelID($0) }
        for id in ids.prefix(2) {
            _ = try await store.update(id, from: ScriptedSource(id, modelBytes(1000)))
            try await Task.sleep(nanoseconds: 20_000_000)
        }
        // "a" is older, but used later.
        #expect(store.path(of: ids[0]) != nil)
        _ = try await store.update(ids[2], from: ScriptedSource(ids[2], modelBytes(1000)))
        #expect(store.models().map(\.id) == [ids[0], ids[2]])
    }

    /// Updates at the same time remove no more models than the limit demands.
    @Test(.timeLimit(.minutes(5))) func parallelUpdatesKeepWhatFits() async throws {
        let bytes = modelBytes(200_000)
        let ids = try (0..<6).map { try ModelID("e\($0)") }
        for round in 0..<20 {
            let store = ModelStore(
                folder: scratch.folder.appendingPathComponent("round-\(round)"),
                limits: StoreLimits(maximumTotalSize: 500_000))
            let paths: [String] = try await withThrowingTaskGroup(of: String.self) { group in
                for id in ids {
                    group.addTask {
                        try await store.update(id, from: ScriptedSource(id, bytes)).path
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(store.models().count == 2)
            #expect(paths.filter { FileManager.default.fileExists(atPath: $0) }.count == 2)
        }
    }

    @Test func standardFolders() {
        #expect(
            ModelStore.standard(environment: ["SIGHT_MODEL_STORE": "/x/y"]).folder.path == "/x/y")
        #if !canImport(Darwin)
            #expect(
                ModelStore.standard(environment: ["XDG_DATA_HOME": "/data"]).folder.path
                    == "/data/sight")
        #endif
    }
}
