import Foundation
import ModelFixtures
import SightModelFile
import SightTensor
import Testing

@Suite(.enabled(if: SharedFixtures.areAvailable)) struct ModelMetadataTests {
    private func metadata(_ path: String) throws -> ModelMetadata {
        let bytes = try ModelBytes(contentsOf: SharedFixtures.url("models/" + path).path)
        return try #require(try ModelReader.read(bytes).metadata())
    }

    // MARK: Models with values that another reader of the schema printed

    @Test func objectLabeler() throws {
        let metadata = try metadata("mlkit/object_labeler.tflite")
        #expect(metadata.name == "google/object_detection/mobile_object_labeler_V1")
        #expect(metadata.author == "Google")
        #expect(metadata.license == "Apache-2.0")
        #expect(metadata.version == "1")
        #expect(metadata.minimumParserVersion == "1.0.0")
        let input = try #require(metadata.inputs.first)
        guard case .image(let image) = input.content else {
            Issue.record("the input is no image")
            return
        }
        #expect(image.colorSpace == .rgb)
        #expect(image.defaultSize?.width == 224)
        #expect(image.defaultSize?.height == 224)
        #expect(input.normalization?.mean == [127.5])
        #expect(input.normalization?.std == [127.5])
        #expect(input.maximum == [255])
        #expect(input.minimum == [0])
        let output = try #require(metadata.outputs.first)
        #expect(output.name == "probability")
        #expect(output.content == .feature)
        #expect(output.scoreThreshold == 0.35)
        #expect(output.associatedFiles.map(\.locale) == ["", "en"])
        let labels = try #require(try metadata.labels(forOutput: 0))
        #expect(labels.count == 631)
        #expect(labels.names[630] == "/m/0zvk5")
        #expect(labels.text(of: 630) == "Helmet")
        let unlocalized = try #require(try metadata.labels(forOutput: 0, locale: "de"))
        #expect(unlocalized.text(of: 630) == "/m/0zvk5")
    }

    @Test func birds() throws {
        let metadata = try metadata("mlkit/bird.tflite")
        #expect(metadata.inputs[0].content == nil)
        #expect(metadata.inputs[0].normalization == nil)
        #expect(metadata.outputs[0].scoreThreshold == 0.3)
        let labels = try #require(try metadata.labels(forOutput: 0))
        #expect(labels.count == 965)
        #expect(labels.names[964] == "__background__")
        #expect(labels.text(of: 964) == "N/A")
        #expect(try metadata.labels(forOutput: 1) == nil)
    }

    @Test func detector() throws {
        let metadata = try metadata(
            "detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
        #expect(
            metadata.outputs.map(\.name) == [
                "locations", "classes", "scores", "number of detections",
            ])
        guard case .boundingBoxes(let boxes) = metadata.outputs[0].content else {
            Issue.record("the first output has no boxes")
            return
        }
        #expect(boxes.index == [1, 0, 3, 2])
        #expect(boxes.kind == .boundaries)
        #expect(boxes.coordinateType == .ratio)
        #expect(metadata.outputs[0].contentRange == 2...2)
        #expect(try metadata.labels(forOutput: 0) == nil)
        let labels = try #require(try metadata.labels(forOutput: 1))
        #expect(labels.count == 90)
        #expect(labels.text(of: 16) == "cat")
        #expect(labels.text(of: 11) == "???")
        #expect(try metadata.scoreCalibration(forOutput: 2, classCount: 90) == nil)
    }

    /// The parameters of this model are made to be the identity.
    @Test func calibratedDetector() throws {
        let metadata = try metadata(
            "detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_score_calibration.tflite")
        #expect(metadata.outputGroups.map(\.name) == ["detection_result"])
        #expect(metadata.outputGroups[0].tensorNames == ["location", "category", "score"])
        let calibration = try #require(
            try metadata.scoreCalibration(forOutput: 2, classCount: 90))
        #expect(calibration.options.transformation == .inverseLogistic)
        #expect(abs(calibration.calibrate(0.625, classIndex: 16) - 0.625) <= 1e-6)
        #expect(throws: ModelError.self) {
            try metadata.scoreCalibration(forOutput: 2, classCount: 91)
        }
    }

    @Test func withoutGraph() throws {
        let metadata = try metadata(
            "classifiers/mobilenet_v1_0.25_224_quant_without_subgraph_metadata.tflite")
        #expect(metadata.name == "MobileNetV1 image classifier (quantized)")
        #expect(metadata.inputs.isEmpty)
        #expect(metadata.outputs.isEmpty)
        #expect(metadata.archive.names == ["labels.txt"])
        #expect(try metadata.labels(forOutput: 0) == nil)
    }

    @Test func runtimeVersion() throws {
        let path = "models/classifiers/mobilenet_v2_1.0_224_quant.tflite"
        let model = try ModelReader.read(ModelBytes(SharedFixtures.bytes(path)))
        #expect(model.minimumRuntimeVersion?.isEmpty == false)
        #expect(model.minimumRuntimeVersion?.allSatisfy { "0123456789.".contains($0) } == true)
    }

    /// Every model reads, and every file that its metadata names is in its archive, undamaged.
    @Test func allModels() throws {
        let counts = [
            "classifiers/automl_labeler_model.tflite": 5,
            "classifiers/mobilenet_v1_0.25_128_quant.tflite": 1001,
            "classifiers/mobilenet_v1_0.25_224_1_metadata_1.tflite": 1001,
            "classifiers/mobilenet_v1_0.25_224_quant.tflite": 1001,
            "classifiers/mobilenet_v1_0.5_160_quant.tflite": 1001,
            "classifiers/mobilenet_v2_1.0_224_quant.tflite": 1001,
            "classifiers/tf2_mobilenet_v2_1.0_224_ptq.tflite": 1001,
            "misc/deeplabv3.tflite": 21,
            "tiny/tflite_support_text/test_model_nl_classifier_with_associated_label.tflite": 3,
            "tiny/tflite_support_text/test_model_nl_classifier_with_regex_tokenizer.tflite": 2,
        ]
        for (path, count) in counts {
            let metadata = try metadata(path)
            #expect(try metadata.labels(forOutput: 0)?.count == count, "\(path)")
            for tensor in metadata.inputs + metadata.outputs {
                for file in tensor.associatedFiles {
                    #expect(try !metadata.archive.content(of: file.name).isEmpty)
                }
            }
        }
    }

    // MARK: Metadata that the schema's own writers are tested against

    @Test(arguments: [
        "coco_ssd_mobilenet_v1_score_calibration", "deeplabv3", "efficientdet_lite0_v1",
        "mobilenet_v2_1.0_224_quant", "ssd_mobilenet_v1", "ssd_mobilenet_v1_default",
    ])
    func published(name: String) throws {
        let json = try MetadataJSON.object("expected/metadata_json/\(name).json")
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("x", .float32, [1])]
        builder.outputs = builder.inputs
        builder.metadata("TFLITE_METADATA", MetadataJSON.flatBuffer(json))
        let model = try ModelReader.read(ModelBytes(builder.build()))
        let metadata = try #require(try model.metadata())
        #expect(metadata.name == json["name"] as? String)
        #expect(metadata.description == json["description"] as? String)
        let graph = try #require((json["subgraph_metadata"] as? [MetadataJSON.Object])?.first)
        let groups = graph["output_tensor_groups"] as? [MetadataJSON.Object] ?? []
        #expect(
            metadata.outputGroups.map(\.tensorNames)
                == groups.map { $0["tensor_names"] as? [String] ?? [] })
        try compare(metadata.inputs, graph["input_tensor_metadata"])
        try compare(metadata.outputs, graph["output_tensor_metadata"])
    }

    private func compare(_ tensors: [TensorMetadata], _ json: Any?) throws {
        let expected = try #require(json as? [MetadataJSON.Object])
        #expect(tensors.count == expected.count)
        for (tensor, object) in zip(tensors, expected) {
            #expect(tensor.name == object["name"] as? String)
            #expect(tensor.description == object["description"] as? String)
            let files = object["associated_files"] as? [MetadataJSON.Object] ?? []
            #expect(tensor.associatedFiles.map(\.name) == files.map { $0["name"] as? String })
            let content = object["content"] as? MetadataJSON.Object
            let kind = content?["content_properties_type"] as? String
            switch tensor.content {
            case .image(let image):
                #expect(kind == "ImageProperties")
                let properties = content?["content_properties"] as? MetadataJSON.Object
                #expect("\(image.colorSpace)".uppercased() == properties?["color_space"] as? String)
            case .boundingBoxes(let boxes):
                #expect(kind == "BoundingBoxProperties")
                #expect(boxes.index == [1, 0, 3, 2])
                #expect(boxes.kind == .boundaries)
            case .feature: #expect(kind == "FeatureProperties")
            case .audio, nil: #expect(kind == nil)
            }
            for unit in object["process_units"] as? [MetadataJSON.Object] ?? [] {
                let options = unit["options"] as? MetadataJSON.Object
                if unit["options_type"] as? String == "NormalizationOptions" {
                    #expect(tensor.normalization?.mean == floats(options?["mean"]))
                    #expect(tensor.normalization?.std == floats(options?["std"]))
                } else {
                    #expect(tensor.calibrationOptions?.defaultScore == 0.2)
                    #expect(tensor.calibrationOptions?.transformation != .identity)
                }
            }
            let stats = object["stats"] as? MetadataJSON.Object
            #expect(tensor.maximum == floats(stats?["max"]))
            #expect(tensor.minimum == floats(stats?["min"]))
        }
    }

    private func floats(_ value: Any?) -> [Float] {
        (value as? [Double] ?? []).map(Float.init)
    }
}
