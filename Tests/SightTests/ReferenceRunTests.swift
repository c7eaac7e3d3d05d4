import Foundation
import ModelFixtures
import Sight
import SightGeometry
import Testing

/// Compares with recorded runs of LiteRT with its default kernels on the same images.
@Suite(.enabled(if: SharedFixtures.areAvailable))
struct ReferenceRunTests {
    struct Runs: Decodable {
        struct Classification: Decodable {
            let model: String
            let image: String
            let resize: String
            let top5: [String: [[Double?]]]
        }
        struct Detections: Decodable {
            struct Result: Decodable {
                let dets: [Found]
            }
            struct Found: Decodable {
                let cls: Int
                let score: Float
                let box_yxyx: [Float]
            }
            let model: String
            let image: String
            let results: [String: Result]
        }
        let classify: [Classification]
        let detect: [Detections]
    }

    /// Some of these nets turn one unit of one pixel into 0.1 of a score, and LiteRT's own kernels
    /// differ by as much among themselves.
    @Test func defaultKernelsGiveTheSameScores() throws {
        let runs = try SharedFixtures.json("expected/reference_runs_litert.json", as: Runs.self)
        var compared = 0
        for run in runs.classify where run.resize == "half" {
            var options = ClassifierOptions()
            options.scoreThreshold = 0
            // The reference takes the bytes of int8 models minus 128, as Sight does by default.
            options.normalization = run.model.contains("int8") ? nil : .symmetric
            options.maximumLabelCount = 2000
            let file = ModelFile(path: SharedFixtures.path(run.model))
            guard let classifier = try? Classifier(file, options: options),
                let wanted = run.top5["default_xnnpack"]
            else { continue }
            let image = try fixtureImage(run.image)
            // The recorded runs read one sample for each pixel of the input.
            guard image.uprightSize.width < 4.5 * classifier.inputSize.width else { continue }
            let labels = try classifier.labels(in: image)
            for row in wanted {
                guard let index = row[0].map({ Int($0) }), let score = row[1] else { continue }
                let found = labels.first { $0.index == index }?.score ?? 0
                #expect(
                    abs(Double(found) - score) <= 0.11,
                    "\(run.model) \(run.image) class \(index): \(found), LiteRT \(score)")
            }
            compared += 1
        }
        #expect(compared >= 15)
    }

    /// Every box of a high score in the recorded run is found, within a unit of the box encoding.
    @Test func defaultKernelsGiveTheSameBoxes() throws {
        let runs = try SharedFixtures.json("expected/reference_runs_litert.json", as: Runs.self)
        var compared = 0
        for run in runs.detect {
            let file = ModelFile(path: SharedFixtures.path(run.model))
            let image = try fixtureImage(run.image)
            let found = try Localizer(file).detections(in: image)
            let (width, height) = (image.uprightSize.width, image.uprightSize.height)
            for wanted in run.results["default_xnnpack"]?.dets ?? [] where wanted.score >= 0.3 {
                let box = Upright.Rect(
                    minX: wanted.box_yxyx[1] * width, minY: wanted.box_yxyx[0] * height,
                    maxX: wanted.box_yxyx[3] * width, maxY: wanted.box_yxyx[2] * height)
                let match = found.first {
                    abs($0.score - wanted.score) <= 0.03
                        && $0.box.intersectionOverUnion(box) >= 0.95
                        && ($0.label?.index ?? wanted.cls) == wanted.cls
                }
                #expect(match != nil, "\(run.model) \(run.image): \(wanted) among \(found)")
                compared += 1
            }
        }
        #expect(compared >= 8)
    }
}
