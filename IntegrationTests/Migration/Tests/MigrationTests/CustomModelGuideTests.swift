import Dispatch
import Foundation
import GuideFixtures
import Guides
import MLKit
import Testing

/// The promises of the guide "ML Kit, custom model".
@Suite(.enabled(if: Fixtures.areAvailable)) struct CustomModelGuideTests {
    private let model = CustomModelSetup.local(Fixtures.birdModel)
    private let photo = Fixtures.image("mlkit/bird.jpg")

    init() { Fixtures.useDefaultModels() }

    @Test func photosGiveNamedObjectsWithoutIdentities() throws {
        let detector = CustomModelDetection.detector(CustomModelSetup.options(model))
        var found: [Object]?
        CustomModelDetection.results(detector, CustomModelImages.photo(photo)) { found = $0 }
        let objects = try #require(found)
        #expect((1...5).contains(objects.count))
        let bounds = CGRect(origin: .zero, size: photo.size)
        for object in objects {
            #expect(object.trackingID == nil)
            #expect(bounds.insetBy(dx: -0.01, dy: -0.01).contains(object.frame))
            #expect(object.labels.count <= 3)
            let confidences = object.labels.map(\.confidence)
            #expect(confidences.allSatisfy { $0 >= 0.5 })
            #expect(confidences == confidences.sorted(by: >))
        }
        let names = objects.flatMap(\.labels).map(\.text)
        #expect(!names.isEmpty && names.allSatisfy { !$0.isEmpty })
        #expect(CustomModelDetection.descriptions(objects).count == objects.count)
    }

    @Test func theCallbackGivesTheSameAsTheBlockingForm() async throws {
        let detector = CustomModelDetection.detector(CustomModelSetup.photoOptions(model))
        let image = CustomModelImages.photo(photo)
        let called: [CGRect]? = await withCheckedContinuation { continuation in
            CustomModelDetection.process(detector, image) { objects in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: objects?.map(\.frame))
            }
        }
        var blocking: [Object]?
        CustomModelDetection.results(detector, image) { blocking = $0 }
        #expect(called != nil)
        #expect(called == blocking?.map(\.frame))
        let awaited = try await detector.process(image)
        #expect(awaited.map(\.frame) == called)
    }

    @Test func aStreamGivesTheProminentObjectOneIdentity() throws {
        var identities: Set<NSNumber> = []
        for number in 0..<6 {
            // Like the official sample, the test makes a new detector for every frame.
            let detector = CustomModelDetection.detector(CustomModelSetup.liveOptions(model))
            UIDevice.current.turn(to: .landscapeLeft)
            let image = CustomModelImages.frame(
                try Fixtures.sample("mlkit/bird.jpg", at: number), .back)
            #expect(image.orientation == .up)
            let objects = try detector.results(in: image)
            #expect(objects.count <= 1)
            identities.formUnion(objects.compactMap(\.trackingID))
        }
        #expect(identities.count == 1)
        #expect(identities.allSatisfy { $0.intValue >= 0 })
    }

    @Test func theGuidesTableOfOrientations() {
        let expected: [(UIDeviceOrientation, UIImage.Orientation, UIImage.Orientation)] = [
            (.portrait, .leftMirrored, .right), (.landscapeLeft, .downMirrored, .up),
            (.portraitUpsideDown, .rightMirrored, .left), (.landscapeRight, .upMirrored, .down),
            (.faceUp, .up, .up), (.faceDown, .up, .up), (.unknown, .up, .up),
        ]
        for (device, front, back) in expected {
            #expect(CustomModelImages.orientation(device, .front) == front)
            #expect(CustomModelImages.orientation(device, .back) == back)
        }
    }

    @Test func theLocalModelIsUsedUntilTheRemoteOneIsThere() throws {
        let remote = CustomModelSetup.remote()
        #expect(remote.name == "your_remote_model")
        #expect(!ModelManager.modelManager().isModelDownloaded(remote))
        let options = CustomModelSetup.options(remote, model)
        let objects = try CustomModelDetection.detector(options).results(
            in: CustomModelImages.photo(photo))
        #expect(!objects.flatMap(\.labels).isEmpty)
    }

    @Test func aDownloadThatFailsIsReportedOnce() async throws {
        let remote = CustomModelSetup.remote()
        let downloads: CustomModelDownloads = await withCheckedContinuation { continuation in
            nonisolated(unsafe) var observer: CustomModelDownloads?
            let downloads = CustomModelDownloads {
                if let made = observer { continuation.resume(returning: made) }
                observer = nil
            }
            observer = downloads
            downloads.observe()
            _ = CustomModelSetup.download(remote)
        }
        #expect(downloads.model?.isEqual(remote) == true)
        #expect(downloads.failure?.domain == SightErrorDomain)
        #expect(downloads.failure?.localizedDescription.contains("your_remote_model") == true)
    }
}
