import FirebaseMLModelDownloader
import Foundation
import GuideFixtures
import TensorFlowLite
import Testing

extension HostedGuideTests {
    /// Firebase's page "Use a custom TensorFlow Lite model on Apple platforms", against a Sight Host.
    @Suite struct ModelDownloaderHostingTests {
        private static let birds = "models/mlkit/bird.tflite"
        private static let things = "models/mlkit/object_labeler.tflite"

        private let app: HostedApp

        init() throws { app = try HostedApp() }

        /// What the page does: gets the model, and opens an interpreter with its file.
        private func interpreter(
            _ type: ModelDownloadType, progress: ((Float) -> Void)? = nil
        ) async throws -> (Interpreter, CustomModel) {
            let conditions = ModelDownloadConditions(allowsCellularAccess: false)
            let result = await withCheckedContinuation { continuation in
                ModelDownloader.modelDownloader()
                    .getModel(
                        name: HostedApp.modelName, downloadType: type, conditions: conditions,
                        progressHandler: progress
                    ) { result in continuation.resume(returning: result) }
            }
            switch result {
            case .success(let customModel):
                return (try Interpreter(modelPath: customModel.path), customModel)
            case .failure(let error): throw error
            }
        }

        private func classes(_ interpreter: Interpreter) throws -> Int {
            try interpreter.allocateTensors()
            try interpreter.invoke()
            return try interpreter.output(at: 0).shape.dimensions[1]
        }

        @Test func downloadedUpdatedListedAndDeleted() async throws {
            let downloader = ModelDownloader.modelDownloader()
            await #expect(throws: DownloadError.notFound) {
                try await interpreter(.localModelUpdateInBackground)
            }
            try await app.host.serve(HostedApp.modelName, try Fixtures.bytes(Self.birds))
            let (parts, add) = AsyncStream<Float>.makeStream()
            let (first, model) = try await interpreter(.localModel) { add.yield($0) }
            add.finish()
            #expect(try classes(first) == 965)
            #expect(model.name == HostedApp.modelName && model.hash.count == 64)
            #expect(model.size == (try Fixtures.bytes(Self.birds)).count)
            var seen: [Float] = []
            for await part in parts { seen.append(part) }
            #expect(seen == seen.sorted() && seen.last == 1)

            // A newer version comes at once, in the background, or not at all, as the call says.
            try await app.host.serve(HostedApp.modelName, try Fixtures.bytes(Self.things))
            #expect(try await interpreter(.localModel).1 == model)
            #expect(try await interpreter(.localModelUpdateInBackground).1 == model)
            let (latest, other) = try await interpreter(.latestModel)
            #expect(try classes(latest) == 631)
            #expect(other.hash != model.hash)
            #expect(try await downloader.listDownloadedModels() == [other])
            // Whether the background or the last call downloaded it, it was downloaded once.
            #expect(try await app.downloads(2) == [1: 1, 2: 1])

            try await downloader.deleteDownloadedModel(name: HostedApp.modelName)
            #expect(try await downloader.listDownloadedModels().isEmpty)
            await #expect(throws: DownloadedModelError.notFound) {
                try await downloader.deleteDownloadedModel(name: HostedApp.modelName)
            }
        }
    }
}
