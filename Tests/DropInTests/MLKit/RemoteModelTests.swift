import Foundation
import MLKit
import ModelFixtures
import Testing

/// Remote models; the only suite that installs a provider of them.
@Suite(.serialized) struct RemoteModelTests {
    private let manager = ModelManager.modelManager()
    private let conditions = ModelDownloadConditions()

    init() throws {
        StubDefaults.install()
        HostedModels.provider = FakeRemoteModels([
            "bird": try ScratchFiles.file(StubModels.classifier(scores: [3, 7]))
        ])
    }

    private func model(_ name: String) -> CustomRemoteModel {
        CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: name))
    }

    /// The content of a notification.
    private struct Outcome: Sendable {
        let name: Notification.Name
        let error: NSError?
    }

    /// Downloads a model and waits for its notification.
    private func download(_ model: CustomRemoteModel) async -> (Outcome, Progress) {
        let names = [
            Notification.Name.mlkitModelDownloadDidSucceed, .mlkitModelDownloadDidFail,
        ]
        let outcomes = AsyncStream<Outcome>.makeStream()
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                let info = $0.userInfo ?? [:]
                // Apps index with the key, with its string, or with either.
                let found = info[ModelDownloadUserInfoKey.remoteModel] as? RemoteModel
                #expect(info.keys.contains(ModelDownloadUserInfoKey.remoteModel.rawValue))
                guard found?.isEqual(model) == true else { return }
                let error = info[ModelDownloadUserInfoKey.error.rawValue] as? NSError
                outcomes.continuation.yield(Outcome(name: name, error: error))
            }
        }
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        let progress = manager.download(model, conditions: conditions)
        var iterator = outcomes.stream.makeAsyncIterator()
        let outcome = await iterator.next()
        return (outcome ?? Outcome(name: Notification.Name("none"), error: nil), progress)
    }

    @Test func aDownloadedModelIsUsed() async throws {
        let model = model("bird")
        #expect(!manager.isModelDownloaded(model))
        let options = CustomObjectDetectorOptions(remoteModel: model)
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        let image = VisionImage(image: try TestImages.image(8, 8))
        let error = #expect(throws: NSError.self) {
            try ObjectDetector.objectDetector(options: options).results(in: image)
        }
        #expect(error?.code == SightErrorCode.modelNotDownloaded.rawValue)
        #expect(error?.localizedDescription.contains("\"bird\"") == true)

        let (outcome, progress) = await download(model)
        #expect(outcome.name == .mlkitModelDownloadDidSucceed && outcome.error == nil)
        #expect(progress.isFinished && progress.totalUnitCount == 7)
        #expect(manager.isModelDownloaded(self.model("bird")))
        let detector = ObjectDetector.objectDetector(options: options)
        #expect(try detector.results(in: image)[0].labels.map(\.index) == [1, 0])

        try await manager.deleteDownloadedModel(model)
        #expect(!manager.isModelDownloaded(model))
        let failure: NSError? = await withCheckedContinuation { continuation in
            manager.deleteDownloadedModel(model) { error in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: error as NSError?)
            }
        }
        #expect(failure?.code == SightErrorCode.notFound.rawValue)
    }

    /// Flutter's plugin registers for the model that it downloads.
    @Test func observersOfTheModelAreCalled() async {
        let model = model("unknown")
        let other = self.model("unknown")
        let calls = AsyncStream<String>.makeStream()
        let tokens = [("model", model), ("other", other)].map { name, object in
            NotificationCenter.default.addObserver(
                forName: .mlkitModelDownloadDidFail, object: object, queue: nil
            ) { _ in calls.continuation.yield(name) }
        }
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        _ = await download(model)
        calls.continuation.finish()
        var called: [String] = []
        for await name in calls.stream { called.append(name) }
        #expect(called == ["model"])
    }

    /// Flutter's plugin adds its observer after the call, when a quick download may be over.
    @Test(.timeLimit(.minutes(1))) func anObserverMayBeAddedAfterTheCall() async {
        let model = model("unknown")
        let (calls, call) = AsyncStream<Bool>.makeStream()
        DispatchQueue.main.async { [manager, conditions] in
            let progress = manager.download(model, conditions: conditions)
            while !progress.isCancelled { Thread.sleep(forTimeInterval: 0.01) }
            Thread.sleep(forTimeInterval: 0.1)
            nonisolated(unsafe) let token = NotificationCenter.default.addObserver(
                forName: .mlkitModelDownloadDidFail, object: model, queue: nil
            ) { _ in
                call.yield(MainThreadRule.isOnMainQueue)
                call.finish()
            }
            call.onTermination = { _ in NotificationCenter.default.removeObserver(token) }
        }
        var seen: [Bool] = []
        for await isOnMainQueue in calls { seen.append(isOnMainQueue) }
        #expect(seen == [true])
    }

    @Test(arguments: ["unknown", ""]) func aFailureIsReportedOnce(name: String) async {
        let (outcome, progress) = await download(model(name))
        #expect(outcome.name == .mlkitModelDownloadDidFail)
        #expect(outcome.error?.domain == SightErrorDomain)
        #expect(progress.isCancelled)
    }

    @Test func equalModelsAreEqual() throws {
        #expect(model("a").isEqual(model("a")) && model("a").hash == model("a").hash)
        #expect(!model("a").isEqual(model("b")) && !model("a").isEqual(nil))
        let url = try #require(URL(string: "https://example.org/a.tflite"))
        let other = CustomRemoteModel(remoteModelSource: HTTPModelSource(name: "a", url: url))
        #expect(other.name == "a" && !other.isEqual(model("a")))
        #expect(ModelManager.modelManager() === manager)
    }

    @Test func conditionsHaveTheirDefaults() {
        #expect(conditions.allowsCellularAccess && !conditions.allowsBackgroundDownloading)
        let other = ModelDownloadConditions(
            allowsCellularAccess: true, allowsBackgroundDownloading: false)
        #expect(conditions.isEqual(other) && conditions.isEqual(conditions.copy()))
    }
}
