import Foundation
import ModelFixtures
import TensorFlowLiteTaskVision
import Testing

/// The Task Library's methods under the names of its first versions.
///
/// The protocols call them without the compiler's warning of deprecated names.
@Suite struct EarlierNamesTests {
    fileprivate protocol FirstDetector {
        static func objectDetector(options: ObjectDetectorOptions) throws -> Self
        func detect(gmlImage image: MLImage) throws -> DetectionResult
    }

    fileprivate protocol FirstClassifier {
        static func imageClassifier(options: ImageClassifierOptions) throws -> Self
        func classify(gmlImage image: MLImage) throws -> ClassificationResult
        func classify(gmlImage image: MLImage, regionOfInterest roi: CGRect) throws
            -> ClassificationResult
    }

    @Test func aDetectorHasItsFirstNames() throws {
        func detections<Detector: FirstDetector>(
            _: Detector.Type, _ options: ObjectDetectorOptions, _ image: MLImage
        ) throws -> [Detection] {
            try Detector.objectDetector(options: options).detect(gmlImage: image).detections
        }
        let model = StubModels.detector(
            boxes: [[0.25, 0.125, 0.75, 0.5]], classes: [1], scores: [0.9])
        let options = ObjectDetectorOptions(modelPath: try ScratchFiles.file(model))
        let image = try #require(MLImage(image: try TestImages.image(16, 8)))
        let found = try detections(ObjectDetector.self, options, image)
        #expect(found.map(\.boundingBox) == [CGRect(x: 2, y: 2, width: 6, height: 4)])
    }

    @Test func aClassifierHasItsFirstNames() throws {
        func heads<Classifier: FirstClassifier>(
            _: Classifier.Type, _ options: ImageClassifierOptions, _ image: MLImage
        ) throws -> [Classifications] {
            let classifier = try Classifier.imageClassifier(options: options)
            let part = CGRect(x: 2, y: 2, width: 4, height: 4)
            return try classifier.classify(gmlImage: image).classifications
                + classifier.classify(gmlImage: image, regionOfInterest: part).classifications
        }
        let options = ImageClassifierOptions(
            modelPath: try ScratchFiles.file(StubModels.classifier(scores: [3, 250, 9])))
        let image = try #require(MLImage(image: try TestImages.image(8, 8)))
        let found = try heads(ImageClassifier.self, options, image)
        #expect(found.map { $0.categories.first?.index } == [1, 1])
    }
}

extension ObjectDetector: EarlierNamesTests.FirstDetector {}
extension ImageClassifier: EarlierNamesTests.FirstClassifier {}
