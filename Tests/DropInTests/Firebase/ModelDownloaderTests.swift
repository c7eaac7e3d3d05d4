import Dispatch
import Foundation
import ModelFixtures
import SightDropIn
import SightFirebaseApp
import SightFirebaseModelDownloader
import SightModels
import Testing

@Suite struct ModelDownloaderTests {
    private let server: URL
    private let downloader: ModelDownloader
    private let conditions = ModelDownloadConditions(allowsCellularAccess: false)

    /// Makes a downloader with its own store, whose server is another folder.
    init() throws {
        let folder = try ScratchFiles.folder()
        let server = folder.appendingPathComponent("server")
        try FileManager.default.createDirectory(at: server, withIntermediateDirectories: true)
        self.server = server
        let store = ModelStore(folder: folder.appendingPathComponent("store"))
        downloader = ModelDownloader(store: store) { _, _ in FileModelSource(folder: server) }
    }

    private func publish(_ name: String, scores: [UInt8]) throws -> Data {
        let bytes = Data(StubModels.classifier(scores: scores))
        try bytes.write(to: server.appendingPathComponent("\(name).tflite"))
        return bytes
    }

    @Test func eachTypeOfDownloadKeepsItsPromise() async throws {
        let first = try publish("bird", scores: [3, 7])
        let model = try await downloader.getModel(
            name: "bird", downloadType: .localModel, conditions: conditions)
        #expect(model.name == "bird" && model.size == first.count)
        #expect(model.hash == ModelDigest(of: Array(first)).hexadecimal)
        #expect(FileManager.default.contents(atPath: model.path) == first)

        let second = try publish("bird", scores: [3, 7, 9])
        let local = try await downloader.getModel(
            name: "bird", downloadType: .localModel, conditions: conditions)
        #expect(local == model)
        let background = try await downloader.getModel(
            name: "bird", downloadType: .localModelUpdateInBackground, conditions: conditions)
        #expect(background == model)
        // The newer model arrives for later calls.
        var later = background
        while later == model {
            // Other tasks need the thread.
            try await Task.sleep(nanoseconds: 2_000_000)
            later = try await downloader.getModel(
                name: "bird", downloadType: .localModel, conditions: conditions)
        }
        #expect(FileManager.default.contents(atPath: later.path) == second)

        // Simultaneous calls share a download, so this call waits for the end of the earlier
        // download.
        _ = try await downloader.getModel(
            name: "bird", downloadType: .latestModel, conditions: conditions)
        let third = try publish("bird", scores: [1])
        let latest = try await downloader.getModel(
            name: "bird", downloadType: .latestModel, conditions: conditions)
        #expect(FileManager.default.contents(atPath: latest.path) == third)
    }

    @Test func callbacksComeOnTheQueueWithProgressFirst() async throws {
        let bytes = try publish("bird", scores: [3, 7])
        let (calls, add) = AsyncStream<String>.makeStream()
        downloader.getModel(
            name: "bird", downloadType: .latestModel, conditions: conditions,
            progressHandler: { part in
                dispatchPrecondition(condition: .onQueue(DetectionCallbacks.queue))
                if part == 1 { add.yield("all there") }
            },
            completion: { result in
                dispatchPrecondition(condition: .onQueue(DetectionCallbacks.queue))
                add.yield("\((try? result.get())?.size ?? 0)")
                add.finish()
            })
        var seen: [String] = []
        for await call in calls where seen.last != call { seen.append(call) }
        #expect(seen == ["all there", "\(bytes.count)"])
    }

    @Test func anUnchangedModelShowsNoProgress() async throws {
        _ = try publish("bird", scores: [3, 7])
        let (calls, add) = AsyncStream<String>.makeStream()
        for number in 1...2 {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                downloader.getModel(
                    name: "bird", downloadType: .latestModel, conditions: conditions,
                    progressHandler: { _ in add.yield("\(number)") },
                    completion: { _ in continuation.resume() })
            }
        }
        add.finish()
        var seen: Set<String> = []
        for await call in calls { seen.insert(call) }
        #expect(seen == ["1"])
    }

    /// Two projects may have different models of one name.
    @Test func appsDoNotReplaceEachOthersModels() async throws {
        let root = ModelStore(folder: try ScratchFiles.folder())
        var downloaders: [ModelDownloader] = []
        var models: [CustomModel] = []
        for (number, appName) in ["a", "b", nil].enumerated() {
            let file = URL(
                fileURLWithPath: try ScratchFiles.file(
                    StubModels.classifier(scores: [UInt8(number), 9])))
            let downloader = ModelDownloader(store: root, appName: appName) { _, _ in
                FileModelSource(file: file)
            }
            models.append(
                try await downloader.getModel(
                    name: "bird", downloadType: .localModel, conditions: conditions))
            downloaders.append(downloader)
        }
        #expect(Set(models.map(\.hash)).count == 3)
        for (downloader, model) in zip(downloaders, models) {
            #expect(try await downloader.listDownloadedModels() == [model])
            #expect(FileManager.default.fileExists(atPath: model.path))
        }
        try await downloaders[0].deleteDownloadedModel(name: "bird")
        #expect(try await downloaders[0].listDownloadedModels().isEmpty)
        #expect(try await downloaders[1].listDownloadedModels() == [models[1]])
        #expect(try await downloaders[2].listDownloadedModels() == [models[2]])
        #expect(models[2].path.hasPrefix(root.folder.path + "/models/"))
    }

    /// A local model of another address is not the model of this one.
    @Test func aNewAddressUnderTheSameNameIsDownloaded() async throws {
        let store = ModelStore(folder: try ScratchFiles.folder())
        for scores in [[1, 9], [9, 1]] as [[UInt8]] {
            let bytes = StubModels.classifier(scores: scores)
            let file = URL(fileURLWithPath: try ScratchFiles.file(bytes))
            let downloader = ModelDownloader(store: store) { _, _ in FileModelSource(file: file) }
            for _ in 0..<2 {
                let model = try await downloader.getModel(
                    name: "bird", downloadType: .localModel, conditions: conditions)
                #expect(model.hash == ModelDigest(of: bytes).hexadecimal)
            }
        }
        // Without a source, such as without a property list, the model on the device serves.
        let lost = ModelDownloader(store: store) { (_, _) throws(ModelDeliveryError) in
            throw ModelDeliveryError(.failedPrecondition, "no property list")
        }
        _ = try await lost.getModel(
            name: "bird", downloadType: .localModel, conditions: conditions)
    }

    @Test func theDefaultAppKeepsTheStandardStore() throws {
        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        FirebaseApp.configure(name: "__FIRAPP_DEFAULT", options: options)
        FirebaseApp.configure(name: "second", options: options)
        let standard = ModelStore.standard.folder.path
        let app = try #require(FirebaseApp.app(name: "__FIRAPP_DEFAULT"))
        #expect(ModelDownloader.modelDownloader(app: app).store.folder.path == standard)
        #expect(ModelDownloader.modelDownloader().store.folder.path == standard)
        let second = try #require(FirebaseApp.app(name: "second"))
        let folder = ModelDownloader.modelDownloader(app: second).store.folder.path
        #expect(folder.hasPrefix(standard + "/apps/second-"))
    }

    /// The call has ended when the update begins, so there is no progress to show.
    @Test func anUpdateInTheBackgroundShowsNoProgress() async throws {
        _ = try publish("bird", scores: [3, 7])
        let model = try await downloader.getModel(
            name: "bird", downloadType: .localModel, conditions: conditions)
        _ = try publish("bird", scores: [3, 7, 9])
        let (calls, add) = AsyncStream<String>.makeStream()
        downloader.getModel(
            name: "bird", downloadType: .localModelUpdateInBackground, conditions: conditions,
            progressHandler: { _ in add.yield("progress") },
            completion: { _ in add.yield("completion") })
        var later = model
        while later == model {
            // Other tasks need the thread.
            try await Task.sleep(nanoseconds: 2_000_000)
            later = try await downloader.getModel(
                name: "bird", downloadType: .localModel, conditions: conditions)
        }
        // Every callback of the update is in the queue by now.
        DetectionCallbacks.queue.async { add.finish() }
        var seen: [String] = []
        for await call in calls { seen.append(call) }
        #expect(seen == ["completion"])
    }

    /// Firebase calls this handler at once, and all others on the main queue.
    @Test func modelsAreListedBeforeTheCallReturns() {
        var count: Int?
        downloader.listDownloadedModels { count = (try? $0.get())?.count }
        #expect(count == 0)
    }

    @Test func modelsAreListedAndDeleted() async throws {
        #expect(try await downloader.listDownloadedModels().isEmpty)
        for name in ["bird", "plant"] {
            _ = try publish(name, scores: [1, 2])
            _ = try await downloader.getModel(
                name: name, downloadType: .localModel, conditions: conditions)
        }
        let names = await withCheckedContinuation { continuation in
            downloader.listDownloadedModels { result in
                continuation.resume(returning: (try? result.get())?.map(\.name).sorted())
            }
        }
        #expect(names == ["bird", "plant"])
        try await downloader.deleteDownloadedModel(name: "bird")
        #expect(try await downloader.listDownloadedModels().map(\.name) == ["plant"])
        await #expect(throws: DownloadedModelError.notFound) {
            try await downloader.deleteDownloadedModel(name: "bird")
        }
        let failure = await withCheckedContinuation { continuation in
            downloader.deleteDownloadedModel(name: "bird") { result in
                continuation.resume(returning: result.failure)
            }
        }
        #expect(failure == .notFound)
    }

    @Test func failuresHaveFirebasesNames() async throws {
        func failure(_ name: String, _ downloader: ModelDownloader) async -> DownloadError? {
            await withCheckedContinuation { continuation in
                downloader.getModel(
                    name: name, downloadType: .localModel, conditions: conditions
                ) { continuation.resume(returning: $0.failure) }
            }
        }
        #expect(await failure("", downloader) == .emptyModelName)
        #expect(await failure("a\u{7}b", downloader) == .invalidArgument)
        let missing = await failure("missing", downloader)
        #expect(missing == .notFound)
        #expect(missing?.localizedDescription == "the server has no model of this name")
        #expect(
            DownloadError.resourceExhausted.localizedDescription
                == "too many requests: try again later")
        try Data("no model".utf8).write(to: server.appendingPathComponent("text.tflite"))
        guard case .internalError(let text) = await failure("text", downloader) else {
            Issue.record("a file that is no model was installed")
            return
        }
        #expect(!text.isEmpty)

        let options = FirebaseOptions(googleAppID: "1:2:ios:3", gcmSenderID: "2")
        FirebaseApp.configure(name: "downloads", options: options)
        let app = try #require(FirebaseApp.app(name: "downloads"))
        // An app without a key cannot ask Firebase.
        let other = "absent-\(UUID().uuidString)"
        #expect(await failure(other, .modelDownloader(app: app)) == .invalidArgument)
        // A web server needs an HTTPS address.
        let unsafe = try #require(URL(string: "http://models.example.org/a.tflite"))
        #expect(await failure(other, .modelDownloader { _ in unsafe }) == .failedPrecondition)
    }
}

extension Result {
    /// The error of a failure.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
