import Foundation
import ModelFixtures
import SightDropIn
import SightPlatform
import TensorFlowLiteTaskVision
import Testing

@Suite struct TaskVisionTests {
    private func detector() throws -> ObjectDetectorOptions {
        let model = StubModels.detector(
            boxes: [[0.25, 0.125, 0.75, 0.5], [0, 0, 0.5, 0.5]], classes: [1, 2],
            scores: [0.9, 0.5])
        return ObjectDetectorOptions(modelPath: try ScratchFiles.file(model))
    }

    @Test func boxesAreInStoredPixels() throws {
        let detector = try ObjectDetector.detector(options: detector())
        let image = try #require(MLImage(image: try TestImages.image(16, 8)))
        let found = try detector.detect(mlImage: image).detections
        #expect(found.map(\.boundingBox).first == CGRect(x: 2, y: 2, width: 6, height: 4))
        #expect(found.map { $0.categories.map(\.score) } == [[0.9], [0.5]])
        // A model without labels has class indices nevertheless.
        #expect(found.map { $0.categories.map(\.index) } == [[1], [2]])
        #expect(found.allSatisfy { $0.categories.first?.label == nil })
        // With the orientation `right`, the same part of the upright image has another stored box.
        image.orientation = .right
        let turned = try detector.detect(mlImage: image).detections
        #expect(turned.map(\.boundingBox).first == CGRect(x: 4, y: 4, width: 8, height: 3))
    }

    @Test func copiesStayAsTheyWere() throws {
        let base = try detector().baseOptions
        base.computeSettings.cpuSettings.numThreads = 2
        let copy = try #require(base.copy() as? BaseOptions)
        base.computeSettings.cpuSettings.numThreads = 3
        base.modelFile.filePath = "/other"
        #expect(copy.computeSettings.cpuSettings.numThreads == 2)
        #expect(copy.modelFile.filePath != "/other")
        let options = ClassificationOptions()
        options.scoreThreshold = 0.25
        options.labelDenyList = ["a"]
        let same = try #require(options.copy() as? ClassificationOptions)
        options.scoreThreshold = 0.5
        options.labelDenyList = []
        #expect(same.scoreThreshold == 0.25 && same.labelDenyList == ["a"])
    }

    /// Code fills one object for two tasks.
    @Test func optionsStoreCopies() {
        let (base, file) = (BaseOptions(), ExternalFile())
        let (compute, cpu) = (ComputeSettings(), CpuSettings())
        let classes = ClassificationOptions()
        (file.filePath, cpu.numThreads, classes.maxResults) = ("/first", 1, 1)
        compute.cpuSettings = cpu
        (base.modelFile, base.computeSettings) = (file, compute)
        let options = ObjectDetectorOptions(modelPath: "")
        (options.baseOptions, options.classificationOptions) = (base, classes)
        (file.filePath, cpu.numThreads, classes.maxResults) = ("/second", 2, 2)
        (compute.cpuSettings, base.modelFile) = (cpu, file)
        #expect(options.baseOptions.modelFile.filePath == "/first")
        #expect(options.baseOptions.computeSettings.cpuSettings.numThreads == 1)
        #expect(options.classificationOptions.maxResults == 1)
        #expect(base.modelFile.filePath == "/second")
        #expect(base.computeSettings.cpuSettings.numThreads == 1)
    }

    /// Swift imports `initWithHeadIndex:` as `init(head:)`.
    @Test func headsHaveTheImportedInitializers() {
        let category = ClassificationCategory(index: 1, score: 0.5, label: nil, displayName: nil)
        let unnamed = Classifications(head: 2, categories: [category])
        #expect(unnamed.headIndex == 2 && unnamed.headName.isEmpty)
        let named = Classifications(head: 3, headName: "colors", categories: [])
        #expect(named.headIndex == 3 && named.headName == "colors" && named.categories.isEmpty)
    }

    @Test func optionsHaveDefaultsAndLimits() throws {
        let options = try detector()
        #expect(options.classificationOptions.maxResults == -1)
        #expect(options.classificationOptions.scoreThreshold == 0)
        #expect(options.baseOptions.computeSettings.cpuSettings.numThreads == -1)
        let image = try #require(MLImage(image: try TestImages.image(8, 8)))
        options.classificationOptions.scoreThreshold = 0.5
        #expect(
            try ObjectDetector.detector(options: options).detect(mlImage: image).detections.count
                == 1)
        let invalid = SightErrorCode.invalidArgument.rawValue
        options.classificationOptions.maxResults = 0
        #expect(code { _ = try ObjectDetector.detector(options: options) } == invalid)
        options.classificationOptions.maxResults = 1
        options.classificationOptions.labelAllowList = ["a"]
        options.classificationOptions.labelDenyList = ["b"]
        #expect(code { _ = try ObjectDetector.detector(options: options) } == invalid)
        #expect(
            code { _ = try ObjectDetector.detector(options: .init(modelPath: "")) } == invalid)
        #expect(
            code { _ = try ObjectDetector.detector(options: .init(modelPath: "/no/m.tflite")) }
                == SightErrorCode.modelNotFound.rawValue)
    }

    /// Without labels, a list of names would drop everything or nothing.
    @Test func listsOfCategoriesNeedLabels() throws {
        let objects = try detector()
        let images = ImageClassifierOptions(
            modelPath: try ScratchFiles.file(StubModels.classifier(scores: [3, 250])))
        let lists: [(allowed: [String], denied: [String])] = [(["cat"], []), ([], ["cat"])]
        for (allowed, denied) in lists {
            for options in [objects.classificationOptions, images.classificationOptions] {
                options.labelAllowList = allowed
                options.labelDenyList = denied
            }
            let one = #expect(throws: NSError.self) {
                try ObjectDetector.detector(options: objects)
            }
            let other = #expect(throws: NSError.self) {
                try ImageClassifier.classifier(options: images)
            }
            for error in [one, other] {
                #expect(error?.code == SightErrorCode.invalidArgument.rawValue)
                #expect(error?.userInfo[SightTaskLibraryCodeKey] as? Int == 211)
            }
        }
    }

    /// A misspelled category would drop everything or nothing.
    @Test func listsNameCategoriesOfTheModel() throws {
        let model = StubModels.detector(
            boxes: [[0.25, 0.125, 0.75, 0.5], [0, 0, 0.5, 0.5]], classes: [0, 1],
            scores: [0.9, 0.5])
        let options = ObjectDetectorOptions(
            modelPath: try ScratchFiles.file(model, labels: ["???", "cat", "dog"]))
        let classes = options.classificationOptions
        let image = try #require(MLImage(image: try TestImages.image(16, 8)))
        classes.labelAllowList = ["dog", "bird"]
        let found = try ObjectDetector.detector(options: options).detect(mlImage: image)
        #expect(found.detections.map { $0.categories.map(\.label) } == [["dog"]])
        let invalid = SightErrorCode.invalidArgument.rawValue
        classes.labelAllowList = ["bird", "Cat"]
        #expect(code { _ = try ObjectDetector.detector(options: options) } == invalid)
        (classes.labelAllowList, classes.labelDenyList) = ([], ["bird"])
        #expect(code { _ = try ObjectDetector.detector(options: options) } == invalid)
    }

    /// Each output of the model is a head of the result, with results of its own.
    @Test func eachOutputIsAHead() throws {
        let options = ImageClassifierOptions(
            modelPath: try ScratchFiles.file(
                StubModels.classifier(
                    scores: [3, 250, 9], headName: "colors", others: [("shapes", [200, 7])])))
        options.classificationOptions.maxResults = 1
        let image = try #require(MLImage(image: try TestImages.image(8, 8)))
        let heads = try ImageClassifier.classifier(options: options).classify(mlImage: image)
            .classifications
        #expect(heads.map(\.headIndex) == [0, 1])
        #expect(heads.map(\.headName) == ["colors", "shapes"])
        #expect(heads.map { $0.categories.map(\.index) } == [[1], [0]])
    }

    @Test func aClassifierLooksAtARegion() throws {
        let path = try ScratchFiles.file(StubModels.classifier(scores: [3, 250, 9]))
        let options = ImageClassifierOptions(modelPath: path)
        options.classificationOptions.maxResults = 2
        let classifier = try ImageClassifier.classifier(options: options)
        let image = try #require(MLImage(image: try TestImages.image(8, 8)))
        let heads = try classifier.classify(mlImage: image).classifications
        #expect(heads.map(\.headIndex) == [0])
        #expect(heads.first?.categories.map(\.index) == [1, 2])
        #expect(heads.first?.categories.first?.label == nil)
        #expect(heads.first?.headName.isEmpty == true)
        let named = try ScratchFiles.file(
            StubModels.classifier(scores: [3, 250], headName: "probability"))
        let other = try ImageClassifier.classifier(options: .init(modelPath: named))
        #expect(
            try other.classify(mlImage: image).classifications.map(\.headName) == ["probability"])
        let part = CGRect(x: 2, y: 2, width: 4, height: 4)
        #expect(
            try classifier.classify(mlImage: image, regionOfInterest: part).classifications.count
                == 1)
        let outside = CGRect(x: 20, y: 2, width: 4, height: 4)
        #expect(
            code { _ = try classifier.classify(mlImage: image, regionOfInterest: outside) }
                == SightErrorCode.invalidArgument.rawValue)
    }
}
