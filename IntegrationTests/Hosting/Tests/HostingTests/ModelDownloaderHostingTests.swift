import FirebaseMLModelDownloader
import Foundation
import GuideFixtures
import TensorFlowLite
import Testing

extension HostedGuideTests {
    /// Firebase's page "Use a custom TensorFlow Lite model on Apple platforms", with a Sight Host.
    @Suite struct ModelDownloaderHostingTests {
        private static let birds = "models/mlkit/bird.tflite"
        private static let things = "models/mlkit/object_labeler.tflite"

        private let app: HostedApp

        init() throws { app = try HostedApp() }

        /// Gets the model as on the page.
        private func model(
            _ type: ModelDownloadType, progress: (@Sendable (Float) -> Void)? = nil
        ) async throws -> CustomModel {
            let conditions = ModelDownloadConditions(allowsCellularAccess: false)
            let result = await withCheckedContinuation { continuation in
                ModelDownloader.modelDownloader()
                    .getModel(
                        name: HostedApp.modelName, downloadType: type, conditions: conditions,
                        progressHandler: progress
                    ) { result in continuation.resume(returning: result) }
            }
            return try result.get()
        }

        /// The number of classes in the model's file, which is opened as on the page.
        private func classes(_ customModel: CustomModel) throws -> Int {
            let interpreter = try Interpreter(modelPath: customModel.path)
            try interpreter.allocateTensors()
            try interpreter.invoke()
            return try interpreter.output(at: 0).shape.dimensions[1]
        }

        @Test func downloadedUpdatedListedAndDeleted() async throws {
            let downloader = ModelDownloader.modelDownloader()
            // Other tests may have left models on the device.
            let others = try await downloader.listDownloadedModels()
            await #expect(throws: DownloadError.notFound) {
                _ = try await model(.localModelUpdateInBackground)
            }
            try await app.host.serve(HostedApp.modelName, try Fixtures.bytes(Self.birds))
            let (parts, add) = AsyncStream<Float>.makeStream()
            let first = try await model(.localModel) { add.yield($0) }
            add.finish()
            #expect(try classes(first) == 965)
            #expect(first.name == HostedApp.modelName && first.hash.count == 64)
            #expect(first.size == (try Fixtures.bytes(Self.birds)).count)
            var seen: [Float] = []
            for await part in parts { seen.append(part) }
            #expect(seen == seen.sorted() && seen.last == 1)

            // The call decides whether a newer version comes now, in the background, or not at all.
            try await app.host.serve(HostedApp.modelName, try Fixtures.bytes(Self.things))
            #expect(try await model(.localModel) == first)
            #expect(try await model(.localModelUpdateInBackground) == first)
            let latest = try await model(.latestModel)
            #expect(try classes(latest) == 631)
            #expect(latest.hash != first.hash)
            #expect(try await downloader.listDownloadedModels() == others.union([latest]))
            // Either the background or the last call has downloaded the version, once.
            #expect(try await app.downloads(2) == [1: 1, 2: 1])

            try await downloader.deleteDownloadedModel(name: HostedApp.modelName)
            #expect(try await downloader.listDownloadedModels() == others)
            await #expect(throws: DownloadedModelError.notFound) {
                try await downloader.deleteDownloadedModel(name: HostedApp.modelName)
            }
        }
    }
}
