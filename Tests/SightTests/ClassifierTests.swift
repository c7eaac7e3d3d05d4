import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import SightTensor
import Testing

@Suite struct ClassifierTests {
    private let image: VisionImage
    private let flowers = ["daisy", "dandelion", "roses", "sunflowers", "tulips"]

    init() throws {
        let buffer = try ImageBuffer(
            width: 8, height: 8, format: .gray8, bytes: [UInt8](repeating: 9, count: 64))
        image = VisionImage(buffer)
    }

    private func labels(
        _ scores: [UInt8], _ change: (inout ClassifierOptions) -> Void = { _ in }
    ) throws -> [Label] {
        var options = ClassifierOptions()
        options.labels = flowers
        change(&options)
        let classifier = try Classifier(
            ModelFile(data: Data(StubModels.classifier(scores: scores))), options: options)
        return try classifier.labels(in: image)
    }

    /// The Task Library's own test of post-processing, with raw scores divided by 256.
    @Test func sortsDequantizedScores() throws {
        let found = try labels([0, 64, 255, 32, 128]) { $0.maximumLabelCount = 3 }
        #expect(
            found == [
                Label(text: "roses", index: 2, score: 0.99609375),
                Label(text: "tulips", index: 4, score: 0.5),
                Label(text: "dandelion", index: 1, score: 0.25),
            ])
    }

    /// By ML Kit's rule, a score equal to the threshold is kept.
    @Test func thresholdIsInclusive() throws {
        #expect(
            try labels([0, 64, 255, 32, 128]) { $0.scoreThreshold = 0.5 }.map(\.index) == [2, 4])
    }

    /// Such bytes are no scores; the classifier would never name anything.
    @Test(arguments: [ElementType.uint8, .int8])
    func bytesWithoutAScaleAreRefused(_ type: ElementType) throws {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("image", .uint8, [1, 4, 4, 3])]
        builder.outputs = [builder.tensor("scores", type, [1, 2], data: [1, 2])]
        let file = ModelFile(data: Data(builder.build()))
        let error = #expect(throws: DetectionError.self) { try Classifier(file) }
        #expect(
            error?.reason
                == .outputType(
                    tensor: "scores", found: "\(type) without a scale",
                    supported: ["float32", "int8 with a scale", "uint8 with a scale"]))
    }

    /// Full-integer conversion makes such models.
    @Test func int8ScoresAreDequantized() throws {
        let model = StubModels.raw(
            [([1, 3], [0.25, 0.75, 0.5])], input: .int8,
            quantization: Quantization(scale: 1 / 256, zeroPoint: -128))
        let found = try Classifier(ModelFile(data: Data(model))).labels(in: image)
        #expect(found.map(\.index) == [1, 2, 0])
        #expect(found.map(\.score) == [0.75, 0.5, 0.25])
    }

    /// The scores are the input's first pixels: (9 − 1) / 16 of a gray level of 9.
    @Test func int8PixelsAreNormalized() throws {
        var options = ClassifierOptions()
        options.normalization = try Normalization(mean: [1], std: [16])
        let file = ModelFile(data: Data(Int8Models.pixels()))
        let found = try Classifier(file, options: options).labels(in: image)
        #expect(found.map(\.score) == [0.5, 0.5, 0.5, 0.5])
    }

    @Test func tiesKeepTheLowerIndexFirst() throws {
        #expect(try labels([7, 9, 7, 9, 7]).map(\.index) == [1, 3, 0, 2, 4])
    }

    /// The label for "unknown" counts for the maximum number of labels, but is not returned.
    @Test func theLabelForUnknownIsNeverReturned() throws {
        let found = try labels([0, 64, 255, 32, 128]) {
            $0.unknownLabel = "roses"
            $0.maximumLabelCount = 2
        }
        #expect(found.map(\.text) == ["tulips"])
        let none = try labels([0, 64, 255, 32, 128]) {
            $0.unknownLabel = "roses"
            $0.maximumLabelCount = 1
        }
        #expect(none.isEmpty)
    }

    @Test(arguments: [Float(-0.1), 1.1, .nan, .infinity])
    func thresholdsOutsideTheRangeAreUnset(_ threshold: Float) throws {
        #expect(try labels([1, 2, 3, 4, 5]) { $0.scoreThreshold = threshold }.count == 5)
    }

    @Test(arguments: [0, -3])
    func countsBelowOneMeanTen(_ count: Int) throws {
        let many = [UInt8](repeating: 1, count: 12)
        let found = try labels(many) {
            $0.labels = nil
            $0.maximumLabelCount = count
        }
        #expect(found.count == 10)
        #expect(found[0].text.isEmpty)
    }

    struct Refusal: Sendable {
        let model: [UInt8]
        let reason: DetectionError.Reason
    }

    static let refusals = [
        Refusal(
            model: StubModels.classifier(scores: [1, 2], input: .float32),
            reason: .missingNormalization(tensor: "image")),
        Refusal(
            model: StubModels.classifier(scores: [1, 2], input: .int32),
            reason: .inputType(
                tensor: "image", found: "int32", supported: ["uint8", "int8", "float32"])),
        Refusal(
            model: StubModels.classifier(scores: [1, 2], inputCount: 2), reason: .inputCount(2)),
        Refusal(
            model: StubModels.classifier(scores: [1, 2], inputShape: [4, 4, 3]),
            reason: .inputRank(shape: [4, 4, 3])),
        Refusal(
            model: StubModels.classifier(scores: [1, 2], inputShape: [1, 4, 4, 2]),
            reason: .inputShape([1, 4, 4, 2])),
        Refusal(
            model: StubModels.classifier(scores: [1, 2, 3, 4], shape: [1, 2, 2]),
            reason: .outputRank(shape: [1, 2, 2])),
        Refusal(
            model: StubModels.classifier(scores: [1, 2, 3, 4], shape: [2, 2]),
            reason: .outputBatch(2)),
        Refusal(
            model: StubModels.classifier(scores: [1, 2, 3, 4], shape: [1, 1, 2, 2]),
            reason: .outputSize(width: 2, height: 1)),
        Refusal(model: Array("no model".utf8), reason: .notAModel),
    ]

    @Test(arguments: refusals)
    func refusesWithAReason(_ refusal: Refusal) throws {
        let error = #expect(throws: DetectionError.self) {
            try Classifier(ModelFile(data: Data(refusal.model)))
        }
        #expect(error?.code == .invalidModel)
        #expect(error?.reason == refusal.reason)
        #expect(error?.message.contains("kTfLite") == false)
    }

    @Test func missingFilesAreNamed() throws {
        let error = #expect(throws: DetectionError.self) {
            try Classifier(ModelFile(path: "/nowhere/bird.tflite"))
        }
        #expect(error?.reason == .unreadableFile)
        #expect(error?.message.contains("/nowhere/bird.tflite") == true)
    }

    @Test func labelCountsMustFit() throws {
        let error = #expect(throws: DetectionError.self) { try labels([1, 2, 3]) }
        #expect(error?.reason == .labelCount(classes: 3, labels: 5))
        #expect(error?.message == "the model has 3 classes, but there are 5 labels")
    }

    @Test func aDetectorIsNoClassifier() throws {
        let model = StubModels.detector(boxes: [[0, 0, 1, 1]], classes: [0], scores: [1])
        let error = #expect(throws: DetectionError.self) {
            try Classifier(ModelFile(data: Data(model)))
        }
        #expect(error?.reason == .outputRank(shape: [1, 1, 4]))
        #expect(error?.message.hasSuffix("use it as the localizer") == true)
    }

    @Test func normalizationInCodeMakesFloatModelsWork() throws {
        var options = ClassifierOptions()
        options.normalization = try Normalization(mean: [127.5], std: [127.5])
        let model = StubModels.classifier(scores: [1, 2], input: .float32)
        let classifier = try Classifier(ModelFile(data: Data(model)), options: options)
        #expect(try classifier.labels(in: image).map(\.index) == [1, 0])
    }

    @Test func normalizationsAreChecked() throws {
        let count = #expect(throws: DetectionError.self) {
            try Normalization(mean: [1, 2], std: [1])
        }
        #expect(count?.reason == .normalizationCount(2) && count?.code == .invalidOptions)
        let value = #expect(throws: DetectionError.self) { try Normalization(mean: [0], std: [0]) }
        #expect(value?.reason == .normalizationValue)
    }

    @Test func regionsOutsideTheImageAreRefused() throws {
        let model = StubModels.classifier(scores: [1])
        let classifier = try Classifier(ModelFile(data: Data(model)))
        let error = #expect(throws: DetectionError.self) {
            try classifier.labels(
                in: image, region: Upright.Rect(x: 50, y: 0, width: 5, height: 5))
        }
        #expect(error?.code == .invalidImage)
    }
}
