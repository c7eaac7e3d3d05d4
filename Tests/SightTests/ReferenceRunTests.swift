import Foundation
import ModelFixtures
import Sight
import Testing

/// Runs of LiteRT's reference kernels on the same pictures, recorded.
@Suite(.enabled(if: SharedFixtures.areAvailable))
struct ReferenceRunTests {
    struct Runs: Decodable {
        struct Classification: Decodable {
            let model: String
            let image: String
            let resize: String
            let top5: [String: [[Double?]]]
        }
        let classify: [Classification]
    }

    /// The recorded pictures were decoded by another JPEG decoder, whose pixels differ by a unit
    /// here and there; a quantised net turns that into a few units of its softmax.
    @Test func referenceKernelsGiveTheSameScores() throws {
        let runs = try SharedFixtures.json("expected/reference_runs_litert.json", as: Runs.self)
        var compared = 0
        for run in runs.classify where run.resize == "half" {
            var options = ClassifierOptions()
            options.scoreThreshold = 0
            options.normalization = .symmetric
            options.maximumLabelCount = 2000
            let file = ModelFile(path: SharedFixtures.path(run.model))
            guard let classifier = try? Classifier(file, options: options),
                let wanted = run.top5["reference_kernels"]
            else { continue }
            let labels = try classifier.labels(in: picture(run.image))
            for row in wanted {
                guard let index = row[0].map({ Int($0) }), let score = row[1] else { continue }
                let found = labels.first { $0.index == index }?.score ?? 0
                #expect(
                    abs(Double(found) - score) <= 0.06,
                    "\(run.model) \(run.image) class \(index): \(found), reference \(score)")
            }
            compared += 1
        }
        #expect(compared >= 15)
    }
}
