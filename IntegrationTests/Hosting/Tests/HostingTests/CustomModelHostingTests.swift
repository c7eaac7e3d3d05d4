import Foundation
import GuideFixtures
import Guides
import MLKit
import Testing

extension HostedGuideTests {
    /// Section 2 of the guide "ML Kit, custom model".
    @Suite struct CustomModelHostingTests {
        private static let things = "models/mlkit/object_labeler.tflite"
        private static let imageNet =
            "models/classifiers/mobilenet_v1_0.25_224_1_metadata_1.tflite"

        private let app: HostedApp
        private let remote = CustomModelSetup.remote()
        private let inApp = CustomModelSetup.local(Fixtures.birdModel)
        private let photo = Fixtures.image("mlkit/bird.jpg")

        init() throws {
            Fixtures.useDefaultModels()
            app = try HostedApp()
        }

        /// Downloads as in the guide, and waits for the only notification.
        private func download() async throws -> (CustomModelDownloads, ProgressLog) {
            let (seen, notify) = AsyncStream<Void>.makeStream()
            let downloads = CustomModelDownloads { notify.yield() }
            downloads.observe()
            let log = try await ProgressLog(watching: CustomModelSetup.download(remote))
            var iterator = seen.makeAsyncIterator()
            _ = await iterator.next()
            return (downloads, log)
        }

        /// The labels that a detector with these options returns.
        private func labels(_ options: CustomObjectDetectorOptions) throws -> [String] {
            options.classificationConfidenceThreshold = NSNumber(value: 0)
            let detector = CustomModelDetection.detector(options)
            return try detector.results(in: CustomModelImages.photo(photo))
                .flatMap(\.labels).map(\.text)
        }

        private func labels(of path: String) throws -> [String] {
            try labels(CustomModelSetup.options(CustomModelSetup.local(path)))
        }

        /// The labels with the remote model if it is downloaded, otherwise with the local model.
        private func labels() throws -> [String] {
            try labels(CustomModelSetup.options(remote, inApp))
        }

        @Test func downloadedUpdatedAndDeleted() async throws {
            let manager = ModelManager.modelManager()
            let birds = try labels(of: Fixtures.birdModel)
            let things = try labels(of: Fixtures.path(Self.things))
            let imageNet = try labels(of: Fixtures.path(Self.imageNet))
            #expect(birds != things && things != imageNet && !things.isEmpty)
            #expect(!manager.isModelDownloaded(remote))
            #expect(try labels() == birds)

            // Without a published model, one notification comes, and the local model is used.
            let (failed, cancelled) = try await download()
            #expect(failed.model?.isEqual(remote) == true)
            #expect(failed.failure?.domain == SightErrorDomain)
            #expect(failed.failure?.code == SightErrorCode.notFound.rawValue)
            #expect(!cancelled.isFinished)
            #expect(try labels() == birds)

            let first = try Fixtures.bytes(Self.things)
            try await app.host.serve(HostedApp.modelName, first)
            let (succeeded, progress) = try await download()
            #expect(succeeded.model?.isEqual(remote) == true && succeeded.failure == nil)
            #expect(progress.isFinished && progress.total == Int64(first.count))
            #expect(progress.counts == progress.counts.sorted())
            #expect(manager.isModelDownloaded(remote))
            #expect(try labels() == things)

            // A new version reaches the running app.
            try await app.host.serve(HostedApp.modelName, try Fixtures.bytes(Self.imageNet))
            #expect(try labels() == things)
            #expect(try await download().0.failure == nil)
            #expect(try labels() == imageNet)
            // Without a newer version, the call succeeds without a download.
            #expect(try await download().1.isFinished)
            #expect(try await app.downloads(2) == [1: 1, 2: 1])

            try await manager.deleteDownloadedModel(remote)
            #expect(!manager.isModelDownloaded(remote))
            #expect(try labels() == birds)
        }
    }
}
