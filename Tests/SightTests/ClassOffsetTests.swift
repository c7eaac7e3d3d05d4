import Foundation
import ModelFixtures
import Sight
import Testing

/// The relation between the lines of a label file and the classes of a model.
@Suite(.enabled(if: SharedFixtures.areAvailable)) struct ClassOffsetTests {
    /// The detector's scores have 91 columns, the first for the background; its classes are 90.
    @Test(arguments: [(90, 0), (91, 1)]) func followsTheNumberOfClasses(lines: Int, offset: Int)
        throws
    {
        let model = SharedFixtures.path(
            "models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
        var options = LocalizerOptions()
        options.labels = (0..<lines).map { "line \($0)" }
        let localizer = try Localizer(ModelFile(path: model), options: options)
        let image = try fixtureImage("images/tflite_support/cats_and_dogs.jpg")
        let best = try #require(try localizer.detections(in: image).first?.label)
        #expect(best.index == 16)
        #expect(best.text == "line \(16 + offset)")
    }

    /// Labels of another model would name the wrong things.
    @Test(arguments: [0, 1, 80, 89, 92]) func othersAreRefused(lines: Int) throws {
        let model = SharedFixtures.path(
            "models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
        var options = LocalizerOptions()
        options.labels = (0..<lines).map { "line \($0)" }
        let error = #expect(throws: DetectionError.self) {
            try Localizer(ModelFile(path: model), options: options)
        }
        #expect(error?.reason == .labelCount(classes: 90, labels: lines))
    }

    @Test func anOffsetOfTheOptionsChangesTheNumber() throws {
        let model = SharedFixtures.path(
            "models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
        var options = LocalizerOptions()
        options.labels = (0..<95).map { "line \($0)" }
        options.labelOffset = 5
        #expect(throws: Never.self) { try Localizer(ModelFile(path: model), options: options) }
    }
}
