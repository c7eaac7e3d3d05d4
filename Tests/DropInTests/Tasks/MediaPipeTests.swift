import Foundation
import MediaPipeTasksVision
import ModelFixtures
import Testing

@Suite struct MediaPipeTests {
    private func options(_ mode: RunningMode) throws -> ObjectDetectorOptions {
        let model = StubModels.detector(
            boxes: [[0.25, 0.125, 0.75, 0.5]], classes: [1], scores: [0.9])
        let options = ObjectDetectorOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(model)
        options.runningMode = mode
        return options
    }

    private let invalid = SightErrorCode.invalidArgument.rawValue

    @Test func defaultsAndCopies() throws {
        let options = ObjectDetectorOptions()
        #expect(options.runningMode == .image && options.maxResults == -1)
        #expect(options.displayNamesLocale == "en" && options.scoreThreshold == 0)
        #expect(options.baseOptions.delegate == .CPU)
        options.maxResults = 4
        options.baseOptions.modelAssetPath = "/m"
        let copy = try #require(options.copy() as? ObjectDetectorOptions)
        options.maxResults = 5
        options.baseOptions.modelAssetPath = "/n"
        #expect(copy.maxResults == 4 && copy.baseOptions.modelAssetPath == "/m")
    }

    /// Code fills one object for two tasks.
    @Test func optionsStoreCopies() {
        let base = BaseOptions()
        base.modelAssetPath = "/first"
        let (one, other) = (ObjectDetectorOptions(), ImageClassifierOptions())
        one.baseOptions = base
        base.modelAssetPath = "/second"
        other.baseOptions = base
        #expect(one.baseOptions.modelAssetPath == "/first")
        #expect(other.baseOptions.modelAssetPath == "/second")
        other.baseOptions.delegate = .GPU
        #expect(other.baseOptions.delegate == .GPU && base.delegate == .CPU)
    }

    /// Swift imports `initWithHeadIndex:` as `init(head:)`.
    @Test func headsHaveTheImportedInitializers() {
        let category = ResultCategory(index: 1, score: 0.5, categoryName: nil, displayName: nil)
        let unnamed = Classifications(head: 2, categories: [category])
        #expect(unnamed.headIndex == 2 && unnamed.headName == nil)
        let named = Classifications(head: 3, headName: "colors", categories: [])
        #expect(named.headIndex == 3 && named.headName == "colors" && named.categories.isEmpty)
    }

    @Test func imagesKnowTheirSource() throws {
        let image = try MPImage(uiImage: try TestImages.image(4, 2, orientation: .left))
        #expect(image.imageSourceType == .image && image.orientation == .left)
        #expect(image.image != nil && image.pixelBuffer == nil && image.sampleBuffer == nil)
        let pixels = try TestImages.buffer(4, 2, kCVPixelFormatType_32BGRA)
        let buffer = try MPImage(pixelBuffer: pixels)
        #expect(buffer.imageSourceType == .pixelBuffer && buffer.orientation == .up)
        #expect(buffer.pixelBuffer === pixels && buffer.image == nil)
        let sample = try MPImage(sampleBuffer: try TestImages.sample(4, 2), orientation: .right)
        #expect(sample.imageSourceType == .sampleBuffer && sample.orientation == .right)
        #expect(sample.sampleBuffer != nil && sample.width == 4 && sample.height == 2)
        #expect(code { _ = try MPImage(uiImage: UIImage()) } == invalid)
    }

    @Test func eachModeHasItsCall() throws {
        let image = try MPImage(uiImage: try TestImages.image(16, 8))
        let detector = try ObjectDetector(options: options(.image))
        let found = try detector.detect(image: image)
        #expect(found.timestampInMilliseconds == 0)
        #expect(found.detections.first?.categories.map(\.index) == [1])
        #expect(
            found.detections.map(\.boundingBox) == [CGRect(x: 2, y: 2, width: 6, height: 4)])
        #expect(
            code { _ = try detector.detect(videoFrame: image, timestampInMilliseconds: 1) }
                == invalid)
        #expect(
            code { try detector.detectAsync(image: image, timestampInMilliseconds: 1) } == invalid)
        // A live stream needs a delegate, and other modes must not have one.
        let live = try options(.liveStream)
        #expect(code { _ = try ObjectDetector(options: live) } == invalid)
        let receiver = Receiver()
        let still = try options(.image)
        still.objectDetectorLiveStreamDelegate = receiver
        #expect(code { _ = try ObjectDetector(options: still) } == invalid)
    }

    /// The Task Library drops an object whose score equals the threshold; MediaPipe keeps it.
    @Test func aScoreAtTheThresholdIsKept() throws {
        let model = StubModels.detector(
            boxes: [[0.25, 0.125, 0.75, 0.5], [0, 0, 0.2, 0.2]], classes: [1, 1],
            scores: [0.5, 0.25])
        let options = ObjectDetectorOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(model)
        let image = try MPImage(uiImage: try TestImages.image(16, 8))
        let counts: [(threshold: Float, objects: Int)] = [
            (0.2, 2), (0.25, 2), (0.3, 1), (0.5, 1), (0.6, 0),
        ]
        for (threshold, objects) in counts {
            options.scoreThreshold = threshold
            let found = try ObjectDetector(options: options).detect(image: image).detections
            #expect(found.count == objects, "with the threshold \(threshold)")
        }
    }

    /// The Task Library refuses such a list; MediaPipe does not.
    @Test func listsMayNameUnknownCategories() throws {
        let model = StubModels.detector(
            boxes: [[0.25, 0.125, 0.75, 0.5]], classes: [0], scores: [0.9])
        let options = ObjectDetectorOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(model, labels: ["???", "cat"])
        options.categoryDenylist = ["bird"]
        let image = try MPImage(uiImage: try TestImages.image(16, 8))
        let found = try ObjectDetector(options: options).detect(image: image).detections
        #expect(found.map { $0.categories.map(\.categoryName) } == [["cat"]])
    }

    @Test func timesOfAVideoRise() throws {
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        let detector = try ObjectDetector(options: options(.video))
        for time in [5, 6, 100] {
            let found = try detector.detect(videoFrame: image, timestampInMilliseconds: time)
            #expect(found.timestampInMilliseconds == time && found.detections.count == 1)
        }
        for time in [100, 99] {
            #expect(
                code { _ = try detector.detect(videoFrame: image, timestampInMilliseconds: time) }
                    == invalid)
        }
    }

    @Test func aLiveStreamTellsItsDelegate() async throws {
        let receiver = Receiver()
        let options = try options(.liveStream)
        options.objectDetectorLiveStreamDelegate = receiver
        let detector = try ObjectDetector(options: options)
        let image = try MPImage(
            sampleBuffer: try TestImages.sample(8, 8), orientation: .right)
        try detector.detectAsync(image: image, timestampInMilliseconds: 7)
        var iterator = receiver.results.stream.makeAsyncIterator()
        #expect(await iterator.next() == "7: 1")
        #expect(
            code { try detector.detectAsync(image: image, timestampInMilliseconds: 7) } == invalid)
    }

    @Test func aClassifierLooksAtARegion() throws {
        let options = ImageClassifierOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(
            StubModels.classifier(scores: [3, 250, 9]))
        options.maxResults = 2
        let classifier = try ImageClassifier(options: options)
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        let heads = try classifier.classify(image: image).classificationResult.classifications
        #expect(heads.map { $0.categories.map(\.index) } == [[1, 2]])
        let outside = CGRect(x: 2, y: 0, width: 0.5, height: 0.5)
        #expect(
            code { _ = try classifier.classify(image: image, regionOfInterest: outside) }
                == invalid)
        #expect(code { _ = try MPImage(uiImage: UIImage()) } == invalid)
    }

    /// Each output of the model is a head of the result.
    @Test(arguments: ["colors", nil]) func eachOutputIsAHead(name: String?) throws {
        let path = try ScratchFiles.file(
            StubModels.classifier(
                scores: [3, 250, 9], headName: name, others: [("shapes", [200, 7])]))
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        let heads = try ImageClassifier(modelPath: path).classify(image: image)
            .classificationResult.classifications
        #expect(heads.map(\.headIndex) == [0, 1])
        let names: [String?] = name == nil ? [nil, nil] : ["colors", "shapes"]
        #expect(heads.map(\.headName) == names)
        #expect(heads.map { $0.categories.map(\.index) } == [[1, 2, 0], [0, 1]])
    }

    /// MediaPipe compares any threshold with the scores.
    @Test func thresholdsOutsideTheRangeAreCompared() throws {
        let options = ImageClassifierOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(
            StubModels.classifier(scores: [3, 250, 9]))
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        for (threshold, count) in [(-1, 3), (2, 0)] as [(Float, Int)] {
            options.scoreThreshold = threshold
            let found = try ImageClassifier(options: options).classify(image: image)
            let heads = found.classificationResult.classifications
            #expect(heads.map(\.categories.count) == [count])
        }
        options.scoreThreshold = .nan
        #expect(code { _ = try ImageClassifier(options: options) } == invalid)
    }

    @Test(arguments: ["probability", nil]) func aHeadHasTheNameOfItsMetadata(
        name: String?
    ) throws {
        let path = try ScratchFiles.file(StubModels.classifier(scores: [3, 250], headName: name))
        let image = try MPImage(uiImage: try TestImages.image(8, 8))
        let found = try ImageClassifier(modelPath: path).classify(image: image)
        #expect(found.classificationResult.classifications.map(\.headName) == [name])
    }

    /// Records the results of a live stream.
    private final class Receiver: NSObject, ObjectDetectorLiveStreamDelegate {
        let results = AsyncStream<String>.makeStream()

        func objectDetector(
            _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?,
            timestampInMilliseconds: Int, error: (any Error)?
        ) {
            results.continuation.yield(
                "\(timestampInMilliseconds): \(result?.detections.count ?? -1)")
        }
    }
}
