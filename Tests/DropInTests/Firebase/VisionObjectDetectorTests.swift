import Dispatch
import FirebaseMLVision
import FirebaseMLVisionObjectDetection
import Foundation
import ModelFixtures
import Testing

@Suite struct VisionObjectDetectorTests {
    init() { StubDefaults.install() }

    private func detector(_ change: (VisionObjectDetectorOptions) -> Void = { _ in })
        -> VisionObjectDetector
    {
        let options = VisionObjectDetectorOptions()
        options.detectorMode = .singleImage
        change(options)
        return Vision.vision().objectDetector(options: options)
    }

    @Test func theCategoryNeedsClassification() throws {
        let image = VisionImage(image: try TestImages.image(80, 40))
        let plain = try detector().results(in: image)
        #expect(plain.map(\.frame) == [CGRect(x: 10, y: 10, width: 30, height: 20)])
        #expect(plain[0].classificationCategory == .unknown)
        #expect(plain[0].confidence == nil && plain[0].trackingID == nil)
        let named = try detector { $0.shouldEnableClassification = true }.results(in: image)
        #expect(named[0].classificationCategory == .food)
        let confidence = try #require(named[0].confidence)
        #expect(confidence.floatValue == 230.0 / 256)
        #expect(
            try detector { $0.shouldEnableMultipleObjects = true }.results(in: image).count == 2)
    }

    @Test func uprightAndNormalizedFrames() throws {
        let found = try detector().results(in: VisionImage(image: try TestImages.image(80, 40)))
        #expect(found[0].uprightFrame == found[0].frame)
        #expect(
            found[0].normalizedFrame == CGRect(x: 0.125, y: 0.25, width: 0.375, height: 0.5))
    }

    @Test func framesInTheStoredImageAndInAView() throws {
        let image = VisionImage(image: try TestImages.image(80, 40))
        let metadata = VisionImageMetadata()
        metadata.orientation = .rightTop
        image.metadata = metadata
        let object = try detector().results(in: image)[0]
        // Upright 40 × 80: [5, 20, 15, 40]; stored 80 × 40: [20, 20, 40, 15].
        #expect(
            object.normalizedStoredFrame == CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.375))
        #expect(
            object.frame(inViewOfSize: CGSize(width: 80, height: 80), isMirrored: true)
                == CGRect(x: 40, y: 0, width: 30, height: 80))
    }

    @Test func theLocalizerCanBeReplaced() throws {
        let box: [Float] = [0, 0.5, 0.5, 1]
        let path = try ScratchFiles.file(
            StubModels.detector(boxes: [box], classes: [0], scores: [0.9]))
        let image = VisionImage(image: try TestImages.image(80, 40))
        let found = try detector { $0.localizerModelPath = path }.results(in: image)
        #expect(found.map(\.frame) == [CGRect(x: 40, y: 0, width: 40, height: 20)])
    }

    @Test func lowLatencyDoesNotWaitForADetection() throws {
        let detector = detector {
            $0.detectorMode = .stream
            $0.isLowLatency = true
        }
        let image = VisionImage(buffer: try TestImages.sample(80, 40))
        // Another test's detector may have left its stream.
        detector.reset()
        #expect(try detector.results(in: image).isEmpty)
        detector.reset()
        #expect(try detector.results(in: image).isEmpty)
    }

    @Test func theCallbackIsOnTheMainQueue() async throws {
        let image = VisionImage(image: try TestImages.image(80, 40))
        let count: Int? = await withCheckedContinuation { continuation in
            detector().process(image) { objects, error in
                dispatchPrecondition(condition: .onQueue(.main))
                #expect(error == nil)
                continuation.resume(returning: objects?.count)
            }
        }
        #expect(count == 1)
        #expect(try await detector().process(image).count == 1)
    }

    @Test func metadataTurnsTheImage() throws {
        let image = VisionImage(buffer: try TestImages.sample(80, 40))
        let metadata = VisionImageMetadata()
        #expect(metadata.orientation == .topLeft)
        metadata.orientation = .rightTop
        image.metadata = metadata
        // Upright 40 × 80: [5, 20, 15, 40]; stored (v, H − u − p, q, p).
        #expect(
            try detector().results(in: image).map(\.frame)
                == [CGRect(x: 20, y: 20, width: 40, height: 15)])
    }

    @Test func aStreamTakesAnyImage() throws {
        let options = VisionObjectDetectorOptions()
        #expect(options.detectorMode == .stream)
        #expect(!options.shouldEnableClassification && !options.shouldEnableMultipleObjects)
        let detector = Vision.vision().objectDetector()
        for _ in 0..<3 {
            let image = VisionImage(image: try TestImages.image(30, 30))
            #expect(try detector.results(in: image).count <= 1)
        }
    }

    @Test func rawValuesAreThoseOfTheHeaders() {
        let categories: [VisionObjectCategory] = [
            .unknown, .homeGoods, .fashionGoods, .food, .places, .plants,
        ]
        #expect(categories.map(\.rawValue) == Array(0...5))
        #expect(VisionObjectDetectorMode.singleImage.rawValue == 0)
        let corners: [VisionDetectorImageOrientation] = [
            .topLeft, .topRight, .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom,
            .leftBottom,
        ]
        #expect(corners.map(\.rawValue) == Array(1...8))
        #expect(Vision.vision() === Vision.vision())
        Vision.vision().isStatsCollectionEnabled = false
        #expect(!Vision.vision().isStatsCollectionEnabled)
    }
}
