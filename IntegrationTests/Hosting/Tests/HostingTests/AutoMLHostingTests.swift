import Firebase
import Foundation
import GuideFixtures
import Guides
import TensorFlowLite
import Testing

extension HostedGuideTests {
    /// Section 1 of the guide "AutoML object detection".
    @Suite struct AutoMLHostingTests {
        private static let detector =
            "models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"
        private static let otherDetector =
            "models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_score_calibration.tflite"

        private let app: HostedApp
        private let remote = AutoMLModels.remote()
        private let photo = Fixtures.image("coral/pets.jpg")

        init() throws {
            app = try HostedApp()
            AutoMLModels.Bundle.add("model.tflite", at: Fixtures.path(Self.detector))
            AutoMLModels.Bundle.add("dict.txt", at: Fixtures.path("models/labels/coco_labels.txt"))
        }

        private func download() async throws -> (AutoMLDownloads, ProgressLog) {
            let (seen, notify) = AsyncStream<Void>.makeStream()
            let downloads = AutoMLDownloads { notify.yield() }
            downloads.observe()
            let log = try await ProgressLog(watching: AutoMLModels.download(remote))
            var iterator = seen.makeAsyncIterator()
            _ = await iterator.next()
            return (downloads, log)
        }

        /// The file that the guide's lines open, and the objects that its detector finds.
        private func find() throws -> (path: String, names: [String]) {
            var path = ""
            var names: [String] = []
            try AutoMLModels.remoteOrLocal(remote) { interpreter, modelPath in
                path = modelPath
                names = (try? self.names(interpreter)) ?? []
            }
            return (path, names)
        }

        private func names(_ interpreter: Interpreter) throws -> [String] {
            let side = try interpreter.input(at: 0).shape.dimensions[1]
            let bytes = try #require(AutoMLImages.bytes(of: photo, side: side))
            try AutoMLDetection.run(interpreter, bytes)
            var names: [String] = []
            _ = try AutoMLDetection.objects(interpreter) { name, _, _ in names.append(name) }
            return names
        }

        @Test func downloadedUpdatedAndDeleted() async throws {
            let manager = ModelManager.modelManager()
            let local = try find()
            #expect(local.path == Fixtures.path(Self.detector) && local.names.contains("dog"))

            let (failed, _) = try await download()
            #expect(failed.model?.isEqual(remote) == true && failed.failure != nil)
            #expect(!manager.isModelDownloaded(remote))

            let bytes = try Fixtures.bytes(Self.detector)
            try await app.host.serve(HostedApp.modelName, bytes)
            let (succeeded, progress) = try await download()
            #expect(succeeded.model?.isEqual(remote) == true && succeeded.failure == nil)
            #expect(progress.isFinished && progress.total == Int64(bytes.count))
            #expect(progress.counts == progress.counts.sorted())
            #expect(manager.isModelDownloaded(remote))
            let first = try find()
            #expect(first.path != local.path && first.names == local.names)
            #expect(FileManager.default.contents(atPath: first.path) == bytes)

            // An update does not change the file that an interpreter may be reading.
            let other = try Fixtures.bytes(Self.otherDetector)
            try await app.host.serve(HostedApp.modelName, other)
            #expect(try await download().0.failure == nil)
            let second = try find()
            #expect(FileManager.default.contents(atPath: second.path) == other)
            #expect(FileManager.default.contents(atPath: first.path) == bytes)
            #expect(try await app.downloads(2) == [1: 1, 2: 1])

            try await manager.deleteDownloadedModel(remote)
            #expect(try find().path == local.path)
        }
    }
}
