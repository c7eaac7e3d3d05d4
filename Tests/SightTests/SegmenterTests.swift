import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import SightImageIO
import SightTensor
import Testing

@Suite struct SegmenterTests {
    private func segmenter(
        _ shape: [Int], _ values: [Float], _ change: (inout SegmenterOptions) -> Void = { _ in }
    ) throws -> Segmenter {
        var options = SegmenterOptions()
        change(&options)
        return try Segmenter(
            ModelFile(data: Data(StubModels.raw([(shape, values)]))), options: options)
    }

    /// Two rows of two places, three classes.
    @Test func theBestScoreIsTheClass() throws {
        let mask = try segmenter(
            [1, 2, 2, 3], [0, 1, 0, 5, 1, 2, 0, 0, 1, 0, 9, 1]
        ) { $0.labels = ["background", "cat", "dog"] }.mask(of: gray(40, 20))
        #expect(mask.classes == [1, 0, 2, 1])
        #expect(mask.confidences == nil)
        #expect(mask.label(2) == "dog")
        #expect(mask.classIndex(at: Upright.Point(x: 39, y: 0)) == 0)
        #expect(mask.classIndex(at: Upright.Point(x: 0, y: 19)) == 2)
        #expect(mask.classIndex(at: Upright.Point(x: 40, y: 0)) == nil)
        #expect(mask.shares.map(\.classIndex) == [1, 0, 2])
        #expect(mask.shares.map(\.share) == [0.5, 0.25, 0.25])
    }

    @Test func aForegroundHasConfidences() throws {
        let mask = try segmenter([1, 2, 2, 1], [0.1, 0.5, 0.9, .nan]).mask(of: gray(4, 4))
        #expect(mask.classes == [0, 1, 1, 0])
        #expect(mask.confidences == [0.1, 0.5, 0.9, 0])
        #expect(try mask.image().planes[0].bytes == [26, 128, 230, 0])
    }

    @Test func indicesAreTaken() throws {
        let mask = try segmenter([1, 2, 3], [0, 1, 2, 3, -1, 999]).mask(of: gray(4, 4))
        #expect(mask.classes == [0, 1, 2, 3, 0, 255])
    }

    /// The color of class 1 is mixed half into the right half; gray stays elsewhere.
    @Test func theOverlayColorsClasses() throws {
        let image = try gray(4, 2)
        let mask = try segmenter([1, 2, 2], [0, 1, 0, 1]).mask(of: image)
        let overlay = try mask.overlay(on: image)
        let color = PixelColor.ofClass(1)
        let bytes = overlay.planes[0].bytes
        #expect(Array(bytes[0..<3]) == [128, 128, 128])
        #expect(bytes[6] == UInt8((128 + Int(color.red) + 1) / 2))
        #expect(bytes[8] == UInt8((128 + Int(color.blue) + 1) / 2))
    }

    @Test func otherOutputsAndLabelsAreRefused() throws {
        let shape = #expect(throws: DetectionError.self) {
            try segmenter([1, 5], [0, 0, 0, 0, 0])
        }
        #expect(shape?.message.contains("[1, 5]") == true)
        let labels = #expect(throws: DetectionError.self) {
            try segmenter([1, 2, 2, 3], [Float](repeating: 0, count: 12)) { $0.labels = ["a"] }
        }
        #expect(labels?.reason == .labelCount(classes: 3, labels: 1))
    }

    @Test(arguments: [
        ([1, 2, 2, 3], 0, 3), ([1, 2, 2, 3], 4, 3), ([1, 2, 2, 1], 0, 2), ([1, 2, 2, 1], 3, 2),
        ([1, 2, 2, 1], 90, 2), ([1, 2, 2], 0, 256), ([1, 2, 2], 257, 256),
    ])
    func otherNumbersOfLabelsAreRefused(_ shape: [Int], _ lines: Int, _ classes: Int) throws {
        let values = [Float](repeating: 0, count: shape.reduce(1, *))
        let error = #expect(throws: DetectionError.self) {
            try segmenter(shape, values) { $0.labels = (0..<lines).map { "label \($0)" } }
        }
        #expect(error?.reason == .labelCount(classes: classes, labels: lines))
    }

    @Test(arguments: [([1, 2, 2, 1], 2), ([1, 2, 2], 1), ([1, 2, 2], 21), ([1, 2, 2], 256)])
    func labelsThatFitAreTaken(_ shape: [Int], _ lines: Int) throws {
        let values = [Float](repeating: 0, count: shape.reduce(1, *))
        let found = try segmenter(shape, values) { $0.labels = (0..<lines).map { "label \($0)" } }
        #expect(found.labels.count == lines)
    }

    /// The one label of a one-class model is that of the foreground.
    @Test func aForegroundsOnlyLabelIsNotTheBackgrounds() throws {
        let found = try segmenter([1, 2, 2, 1], [0, 1, 0, 1]) { $0.labels = ["selfie"] }
        #expect(found.labels == ["background", "selfie"])
        #expect(found.texts == ["selfie"])
        #expect(try found.mask(of: gray(4, 4)).label(1) == "selfie")
        let withEmptyLine = try segmenter([1, 2, 2, 1], [0, 1, 0, 1]) {
            $0.labels = ["selfie", ""]
        }
        #expect(withEmptyLine.labels == ["background", "selfie"])
        let indices = try segmenter([1, 2, 2], [0, 1, 0, 1]) { $0.labels = ["only"] }
        #expect(indices.labels == ["only"])
    }

    /// A ZIP archive of the file `labels.txt` with the line `selfie`.
    private var labelArchive: [UInt8] {
        // The checksum, and both sizes.
        let facts: [UInt8] = [0xE1, 0x3F, 0x03, 0xE5] + [7, 0, 0, 0] + [7, 0, 0, 0]
        let name = Array("labels.txt".utf8)
        let zeros = { [UInt8](repeating: 0, count: $0) }
        var file: [UInt8] = [0x50, 0x4B, 3, 4, 10, 0] + zeros(8) + facts
        file += [10, 0, 0, 0] + name + Array("selfie\n".utf8)
        var directory: [UInt8] = [0x50, 0x4B, 1, 2, 20, 0, 10, 0] + zeros(8) + facts
        directory += [10, 0] + zeros(16) + name
        var end: [UInt8] = [0x50, 0x4B, 5, 6] + zeros(4) + [1, 0, 1, 0]
        end += UInt32(directory.count).littleEndianBytes + UInt32(file.count).littleEndianBytes
        return file + directory + end + zeros(2)
    }

    /// Published models name their one class in the metadata.
    @Test func aForegroundsOnlyLabelMayBeInTheFile() throws {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("image", .float32, [1, 4, 4, 3])]
        builder.outputs = [
            builder.constant("mask", [Float](repeating: 1, count: 4), shape: [1, 2, 2, 1])
        ]
        let file = FlatValue.table([0: .string("labels.txt"), 2: .byte(2)])
        let output = FlatValue.table([0: .string("mask"), 6: .list([file])])
        builder.metadata(
            "TFLITE_METADATA",
            FlatWriter.write(
                root: .table([3: .list([.table([3: .list([output])])])]), identifier: "M001"))
        let bytes = builder.build() + labelArchive
        let found = try Segmenter(ModelFile(data: Data(bytes)))
        #expect(found.labels == ["background", "selfie"])
    }

    /// Only numbers that are known to come straight from a layer go through a sigmoid.
    @Test func confidencesWithoutActivationKeepTheirRange() throws {
        let mask = try segmenter([1, 2, 2, 1], [-1, 0.25, 2, 1]).mask(of: gray(4, 4))
        #expect(mask.confidences == [-1, 0.25, 2, 1])
        #expect(try mask.image().planes[0].bytes == [0, 64, 255, 255])
    }

    private func load(_ outputs: [[Int]]) throws {
        let values = outputs.map { shape in
            (shape: shape, values: [Float](repeating: 0, count: shape.reduce(1, *)))
        }
        _ = try Segmenter(ModelFile(data: Data(StubModels.raw(values))))
    }

    /// Qualities as MediaPipe reads them, and another map of the same places.
    @Test(arguments: [[1, 3], [3], [1, 1, 1, 3], [1], [1, 4, 4, 3], [1, 4, 4]])
    func outputsBesideAMaskAreIgnored(_ other: [Int]) throws {
        try load([[1, 4, 4, 2], other])
        try load([[1, 4, 4], other])
    }

    /// Raw boxes and scores without known anchors.
    @Test func tablesOfSeveralOutputsAreNoMask() throws {
        for outputs in [[[1, 50, 4], [1, 50, 3]], [[1, 4, 4, 2], [1, 2, 2, 2]]] {
            let error = #expect(throws: DetectionError.self) { try load(outputs) }
            #expect(error?.code == .invalidModel)
            #expect(error?.message.contains("\(outputs[0]), \(outputs[1])") == true)
        }
    }

    @Test func detectorsAreRefused() throws {
        let model = StubModels.detector(
            boxes: [[0, 0, 1, 1], [0, 0, 1, 1]], classes: [0, 0], scores: [1, 1])
        for bytes in [model, StubModels.raw([([1, 6, 21], [Float](repeating: 0, count: 126))])] {
            let error = #expect(throws: DetectionError.self) {
                try Segmenter(ModelFile(data: Data(bytes)))
            }
            #expect(error?.message.contains("the model is a detector (") == true)
        }
    }

    /// A second input, such as the style of a painting, would stay empty.
    @Test func severalInputsAreRefused() throws {
        var builder = ModelBuilder()
        builder.inputs = ["image", "style"].map { builder.tensor($0, .float32, [1, 4, 4, 3]) }
        builder.outputs = [
            builder.constant("output", [Float](repeating: 0, count: 48), shape: [1, 4, 4, 3])
        ]
        let bytes = builder.build()
        let error = #expect(throws: DetectionError.self) {
            try Segmenter(ModelFile(data: Data(bytes)))
        }
        #expect(error?.reason == .inputCount(2))
    }

    /// The number is that of the color space: 1 for RGB, 2 for gray.
    @Test(arguments: [(1, true), (2, false)])
    func anOutputThatIsAnImageIsRefused(_ colors: Int, _ isRefused: Bool) throws {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("image", .float32, [1, 4, 4, 3])]
        builder.outputs = [
            builder.constant("output", [Float](repeating: 0, count: 48), shape: [1, 4, 4, 3])
        ]
        let content = FlatValue.table([0: .byte(2), 1: .table([0: .byte(colors)])])
        let output = FlatValue.table([0: .string("output"), 3: content])
        builder.metadata(
            "TFLITE_METADATA",
            FlatWriter.write(
                root: .table([3: .list([.table([3: .list([output])])])]), identifier: "M001"))
        let bytes = builder.build()
        if isRefused {
            let error = #expect(throws: DetectionError.self) {
                try Segmenter(ModelFile(data: Data(bytes)))
            }
            #expect(error?.message.contains("RGB image") == true)
        } else {
            _ = try Segmenter(ModelFile(data: Data(bytes)))
        }
    }

    @Test(
        .enabled(if: SharedFixtures.areAvailable),
        arguments: [
            "localizer/object_detection_mobile_object_localizer_v1_1_default_1",
            "detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29",
            "automl_od/thermal_face_fast/thermal_face_automl_edge_fast",
            "automl_video/traffic_model", "misc/ssd_slim_120x160x1_v1_int8",
            "misc/face_detection_front", "misc/face_detection_short_range",
            "misc/face_detection_full_range_sparse", "misc/style_transfer_f16_384",
            "misc/style_transfer_quantized_dynamic",
        ])
    func publishedModelsOfOtherTasksAreRefused(_ name: String) throws {
        let file = ModelFile(path: SharedFixtures.path("models/\(name).tflite"))
        let error = #expect(throws: DetectionError.self) { try Segmenter(file) }
        #expect(error?.code == .invalidModel)
    }

    @Test(
        .enabled(if: SharedFixtures.areAvailable),
        arguments: ["deeplabv3", "deeplabv3_mnv2_dm05_pascal_quant", "selfie_segmentation"])
    func publishedSegmentersLoad(_ name: String) throws {
        _ = try Segmenter(ModelFile(path: SharedFixtures.path("models/misc/\(name).tflite")))
    }

    /// The Task Library's own image and mask have the same classes at the same pixels.
    @Test(.enabled(if: SharedFixtures.areAvailable)) func deepLabAgreesWithTheTaskLibrary() throws {
        let segmenter = try Segmenter(
            ModelFile(path: SharedFixtures.path("models/misc/deeplabv3.tflite")))
        let image = try fixtureImage("images/tflite_support/segmentation_input_rotation0.jpg")
        let mask = try segmenter.mask(of: image)
        let golden = try fixtureImage("images/tflite_support/segmentation_golden_rotation0.png")
            .buffer
            .upright(.up)
        try #require(golden.width == mask.width && golden.height == mask.height)
        var pairs: [[UInt8]: [Int]] = [:]
        for place in mask.classes.indices {
            let color = Array(golden.planes[0].bytes[(3 * place)..<(3 * place + 3)])
            pairs[color, default: [Int](repeating: 0, count: 256)][Int(mask.classes[place])] += 1
        }
        #expect(pairs.count > 1)
        let agreeing = pairs.values.reduce(0) { $0 + ($1.max() ?? 0) }
        #expect(Float(agreeing) / Float(mask.classes.count) >= 0.99)
    }
}
