import Foundation
import MLKit
import ModelFixtures
import SightTensor
import Testing

@Suite struct CustomModelTests {
    init() { StubDefaults.install() }

    private func options(_ model: [UInt8]) throws -> CustomObjectDetectorOptions {
        let local = LocalModel(path: try ScratchFiles.file(model))
        let options = CustomObjectDetectorOptions(localModel: local)
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        return options
    }

    private func labels(_ options: CustomObjectDetectorOptions) throws -> [ObjectLabel] {
        let image = VisionImage(image: try TestImages.image(16, 16))
        let objects = try ObjectDetector.objectDetector(options: options).results(in: image)
        return try #require(objects.first).labels
    }

    @Test func labelsAreSortedCountedAndKeepTheirIndex() throws {
        let options = try options(StubModels.classifier(scores: [10, 200, 10, 128]))
        #expect(try labels(options).map(\.index) == [1, 3, 0, 2])
        #expect(try labels(options).allSatisfy { $0.text.isEmpty })
        options.maxPerObjectLabelCount = 2
        #expect(try labels(options).map(\.index) == [1, 3])
        options.maxPerObjectLabelCount = -3
        #expect(try labels(options).count == 4)
    }

    @Test func aLabelAtTheThresholdIsKept() throws {
        let options = try options(StubModels.classifier(scores: [127, 128, 129]))
        options.classificationConfidenceThreshold = NSNumber(value: 0.5)
        #expect(try labels(options).map(\.index) == [2, 1])
        for invalid in [NSNumber(value: 1.5), NSNumber(value: -1), NSNumber(value: Float.nan), nil]
        {
            options.classificationConfidenceThreshold = invalid
            #expect(try labels(options).count == 3)
        }
    }

    @Test func tenLabelsAtMostByDefault() throws {
        let options = try options(StubModels.classifier(scores: (1...20).map { UInt8($0) }))
        #expect(options.maxPerObjectLabelCount == 10)
        #expect(try labels(options).count == 10)
    }

    @Test func withoutClassificationTheModelIsNotEvenLoaded() throws {
        let options = CustomObjectDetectorOptions(localModel: LocalModel(path: "/no/model.tflite"))
        options.detectorMode = .singleImage
        #expect(try labels(options).isEmpty)
        options.shouldEnableClassification = true
        let error = #expect(throws: NSError.self) { try labels(options) }
        #expect(error?.code == SightErrorCode.modelNotFound.rawValue)
    }

    /// Refused models with the exact messages, because users search for them.
    static let refused: [(model: [UInt8], text: String, code: Int)] = [
        (
            StubModels.classifier(scores: [1, 2], input: .float32),
            "Input tensor has type kTfLiteFloat32: it requires specifying NormalizationOptions "
                + "metadata to preprocess input images.", 208
        ),
        (
            StubModels.classifier(scores: [1, 2], shape: [1, 2, 1]),
            "Unexpected number of dimensions for output index 0: got 3D, expected either 2D (BxN "
                + "with B=1) or 4D (BxHxWxN with B=1, W=1, H=1).", 400
        ),
        (
            StubModels.classifier(scores: [1, 2], shape: [1, 1, 2, 1]),
            "Unexpected WxH sizes for output index 0: got 2x1, expected 1x1.", 400
        ),
        (
            StubModels.classifier(scores: [1, 2], shape: [2, 1]),
            "The output array is expected to have a batch size of 1. Got 2 for output index 0.",
            400
        ),
        (
            StubModels.classifier(scores: [1, 2], inputShape: [1, 4, 3]),
            "Only 4D tensors in BHWD layout are supported.", 301
        ),
        (
            StubModels.classifier(scores: [1, 2], inputShape: [1, 4, 4, 5]),
            "The input tensor should have dimensions 1 x height x width x 3. Got 1 x 4 x 4 x 5.",
            301
        ),
        (
            StubModels.classifier(scores: [1, 2], input: .int32),
            "Type mismatch for input tensor image. Requested one of these types: "
                + "kTfLiteUint8/kTfLiteInt8/kTfLiteFloat32, got kTfLiteInt32.", 302
        ),
        (
            StubModels.classifier(scores: [1, 2], inputCount: 2),
            "Models are assumed to have a single input.", 300
        ),
    ]

    @Test(arguments: refused.indices) func unusableModelsAreNamed(number: Int) throws {
        let (model, text, code) = Self.refused[number]
        let error = #expect(throws: NSError.self) { try labels(options(model)) }
        #expect(error?.localizedDescription.hasPrefix(text) == true, "\(error as Any)")
        #expect(error?.code == SightErrorCode.incompatibleModel.rawValue)
        #expect(error?.userInfo[SightTaskLibraryCodeKey] as? Int == code)
    }

    @Test func errorsNameTheOptionsThatSolveThem() throws {
        for (model, names) in [
            (
                StubModels.classifier(scores: [1, 2], input: .float32),
                ["normalizationMean", "normalizationStd"]
            ),
            (
                StubModels.detector(boxes: [[0, 0, 1, 1]], classes: [0], scores: [1]),
                ["localizerModelPath"]
            ),
        ] {
            let error = #expect(throws: NSError.self) { try labels(options(model)) }
            let text = error?.localizedDescription ?? ""
            for name in names { #expect(text.contains(name), "\(text)") }
            // Names of the core and of the command do not help here.
            #expect(!text.contains("ClassifierOptions") && !text.contains("--model"), "\(text)")
        }
    }

    @Test func aNormalizationInCodeMakesFloatModelsWork() throws {
        let options = try options(StubModels.classifier(scores: [1, 2], input: .float32))
        #expect(options.normalizationMean == nil && options.normalizationStd == nil)
        options.normalizationMean = [127.5]
        options.normalizationStd = [127.5]
        #expect(try labels(options).map(\.index) == [1, 0])
        for invalid in [nil, [], [1, 2], [0]] as [[Float]?] {
            options.normalizationStd = invalid
            let error = #expect(throws: NSError.self) { try labels(options) }
            #expect(error?.code == SightErrorCode.invalidArgument.rawValue)
            #expect(error?.userInfo[SightTaskLibraryCodeKey] as? Int == 203)
        }
    }

    @Test func labelTextsInCodeReplaceThoseOfTheModel() throws {
        let options = try options(StubModels.classifier(scores: [10, 200]))
        #expect(options.labelTexts == nil)
        options.labelTexts = ["cat", "dog"]
        #expect(try labels(options).map(\.text) == ["dog", "cat"])
        options.labelTexts = ["cat"]
        let error = #expect(throws: NSError.self) { try labels(options) }
        #expect(error?.code == SightErrorCode.incompatibleModel.rawValue)
        #expect(error?.userInfo[SightTaskLibraryCodeKey] as? Int == 205)
        options.labelTexts = nil
        #expect(try labels(options).map(\.text) == ["", ""])
    }

    @Test func filesThatAreNoModelsAreNamed() throws {
        let error = #expect(throws: NSError.self) {
            try labels(options(Array("this is no model at all".utf8)))
        }
        #expect(
            error?.localizedDescription.hasPrefix("The model is not a valid FlatBuffer buffer")
                == true, "\(error as Any)")
    }

    /// Damaged metadata and files with the Task Library's messages and numbers.
    static let damaged: [(model: [UInt8], text: String, code: Int)] = {
        let label = PackedModel.file("labels.txt", kind: 2)
        let shown = PackedModel.file("shown.txt", kind: 2, locale: "en")
        let parameters = PackedModel.file("c.txt", kind: 4)
        let calibration = PackedModel.unit(2)
        let labels = (name: "labels.txt", text: "cat\ndog\n")
        return [
            (
                PackedModel.make(output: [6: .list([label])]),
                "No associated file with name: labels.txt", 201
            ),
            (
                PackedModel.make(
                    output: [4: .list([calibration]), 6: .list([label])], files: [labels]),
                "Found ScoreCalibrationOptions but missing required associated parameters file", 201
            ),
            (
                PackedModel.make(output: [:]) + PackedModel.damagedArchive,
                "Unable to read associated file in zip archive.", 202
            ),
            (
                PackedModel.make(output: [4: .list([PackedModel.unit(3), PackedModel.unit(3)])]),
                "Found multiple ProcessUnits with type=ScoreThresholdingOptions, expected at most "
                    + "one.", 204
            ),
            (
                PackedModel.make(
                    output: [6: .list([label, shown])], files: [labels, ("shown.txt", "Katze")]),
                "Mismatch between number of labels (2) and display names (1).", 205
            ),
            (
                PackedModel.make(
                    output: [4: .list([calibration]), 6: .list([label, parameters])],
                    files: [labels, ("c.txt", "1,2,3")]),
                "Mismatch between number of labels (2) and score calibration parameters (1).", 205
            ),
            (
                PackedModel.make(
                    output: [4: .list([calibration]), 6: .list([label, parameters])],
                    files: [labels, ("c.txt", "1,2,3\n1,2")]),
                "Expected 3 or 4 parameters per line in score calibration file.", 206
            ),
        ]
    }()

    @Test(arguments: damaged.indices) func damagedMetadataIsNumbered(number: Int) throws {
        let (model, text, code) = Self.damaged[number]
        let error = #expect(throws: NSError.self) { try labels(options(model)) }
        #expect(error?.localizedDescription.hasPrefix(text) == true, "\(error as Any)")
        #expect(error?.code == SightErrorCode.incompatibleModel.rawValue)
        #expect(error?.userInfo[SightTaskLibraryCodeKey] as? Int == code)
    }

    @Test func packedFilesAreRead() throws {
        let model = PackedModel.make(
            output: [6: .list([PackedModel.file("labels.txt", kind: 2)])],
            files: [("labels.txt", "cat\ndog\n")])
        #expect(try labels(options(model)).map(\.text) == ["dog", "cat"])
    }

    @Test func missingFilesAreNumbered() throws {
        let options = CustomObjectDetectorOptions(localModel: LocalModel(path: "/no/model.tflite"))
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        let error = #expect(throws: NSError.self) { try labels(options) }
        #expect(
            error?.localizedDescription.hasPrefix("Unable to open file at /no/model.tflite")
                == true, "\(error as Any)")
        #expect(error?.code == SightErrorCode.modelNotFound.rawValue)
        #expect(error?.userInfo[SightTaskLibraryCodeKey] as? Int == 100)
    }

    @Test func manifestsNameTheModelAndItsLabels() throws {
        let model = URL(
            fileURLWithPath: try ScratchFiles.file(StubModels.classifier(scores: [1, 9])))
        let names = URL(fileURLWithPath: try ScratchFiles.file(Array("cat\ndog\n".utf8), "txt"))
        let manifest = """
            {"modelType": "IMAGE_LABELING", "modelFile": "\(model.lastPathComponent)",
             "labelsFile": "\(names.lastPathComponent)",}
            """
        let path = try ScratchFiles.file(Array(manifest.utf8), "json")
        let local = try #require(LocalModel(manifestPath: path))
        #expect(local.path == model.path && local.manifestPath == path)
        #expect(LocalModel(path: model.path).manifestPath == nil)
        let options = CustomObjectDetectorOptions(localModel: local)
        options.detectorMode = .singleImage
        options.shouldEnableClassification = true
        #expect(try labels(options).map(\.text) == ["dog", "cat"])
        #expect(LocalModel(manifestPath: "/no/manifest.json") == nil)
    }
}
