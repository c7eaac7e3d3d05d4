import Foundation
import ModelFixtures
import Sight
import Testing

/// The assertions of the Task Library's, Coral's and ML Kit's samples on the same files.
@Suite(.enabled(if: SharedFixtures.areAvailable))
struct PeerClassificationTests {
    struct TaskLibrary: Decodable {
        struct Case: Decodable {
            struct Options: Decodable {
                let max_results: Int?
                let score_threshold: Float?
            }
            struct Category: Decodable {
                let index: Int
                let score: Float
                let label: String
            }
            let id: String
            let model: String
            let image: String
            let options: Options
            let score_tolerance: Float?
            let categories: [Category]
        }
        let cases: [Case]
    }

    /// MediaPipe's cases assert its own sampling to 1e-6; LiteRT's kernels differ by more among
    /// themselves (up to 0.1 after softmax), so both peers are held to 0.02 here.
    @Test(arguments: ["tflite_support_image_classifier", "mediapipe_image_classifier"])
    func taskLibraryNamesTheSame(_ name: String) throws {
        let peer = try SharedFixtures.json("expected/\(name).json", as: TaskLibrary.self)
        var compared = 0
        for test in peer.cases where SharedFixtures.has(test.model) {
            var options = ClassifierOptions()
            options.maximumLabelCount = test.options.max_results ?? 1000
            options.scoreThreshold = test.options.score_threshold
            let classifier = try Classifier(
                ModelFile(path: SharedFixtures.path(test.model)), options: options)
            let labels = try classifier.labels(in: fixtureImage(test.image))
            #expect(labels.map(\.index) == test.categories.map(\.index), "\(test.id)")
            for (label, wanted) in zip(labels, test.categories) {
                #expect(label.text == wanted.label, "\(test.id)")
                #expect(
                    abs(label.score - wanted.score) <= max(test.score_tolerance ?? 0, 0.02),
                    "\(test.id) \(label)")
            }
            compared += 1
        }
        #expect(compared >= 1)
    }

    struct Coral: Decodable {
        struct Case: Decodable {
            let model: String
            let image: String
            let k: Int?
            let score_threshold: Float
            let expected_label: Int
        }
        let cases: [Case]
    }

    @Test func coralNamesTheSame() throws {
        let peer = try SharedFixtures.json("expected/coral_classification.json", as: Coral.self)
        var compared = 0
        for test in peer.cases
        where SharedFixtures.has(test.model) && test.model.contains("classifiers/") {
            var options = ClassifierOptions()
            options.maximumLabelCount = test.k ?? 1
            // LiteRT itself gives the cat of the last model .57 to .75 by how it is shrunk and rounded.
            options.scoreThreshold = test.score_threshold - 0.05
            let classifier = try Classifier(
                ModelFile(path: SharedFixtures.path(test.model)), options: options)
            let labels = try classifier.labels(in: fixtureImage(test.image))
            #expect(
                labels.contains { $0.index == test.expected_label }, "\(test.model) \(labels)")
            compared += 1
        }
        #expect(compared >= 4)
    }

    @Test(arguments: [
        ("mlkit/automl_labeler/automl_labeler_manifest.json", "mlkit/daisy.jpeg", "daisy"),
        ("mlkit/automl_labeler/automl_labeler_manifest.json", "mlkit/dandelion.jpg", "dandelion"),
        ("mlkit/automl_labeler/automl_labeler_manifest.json", "mlkit/roses.jpeg", "roses"),
        ("mlkit/automl_labeler/automl_labeler_manifest.json", "mlkit/sunflower.jpg", "sunflowers"),
        ("mlkit/automl_labeler/automl_labeler_manifest.json", "mlkit/tulips.jpeg", "tulips"),
        (
            "automl_image/codelab_flowers_android/manifest.json",
            "codelab_flowers/rose_1463562_640.jpg", "roses"
        ),
        (
            "automl_image/codelab_flowers_android/manifest.json",
            "codelab_flowers/sunflower_1627193_640.jpg", "sunflowers"
        ),
    ])
    func manifestsNameTheFlower(_ manifest: String, _ image: String, _ flower: String) throws {
        let classifier = try Classifier(
            manifestPath: SharedFixtures.path("models/\(manifest)"))
        #expect(try classifier.labels(in: fixtureImage("images/\(image)")).first?.text == flower)
    }

    @Test func birdHasAReadableName() throws {
        let classifier = try Classifier(
            ModelFile(path: SharedFixtures.path("models/mlkit/bird.tflite")))
        let labels = try classifier.labels(in: fixtureImage("images/mlkit/bird.jpg"))
        #expect(labels.first?.index == 567)
        #expect(labels.first.map { !$0.text.isEmpty && !$0.text.hasPrefix("/g/") } == true)
        // The model's own threshold is 0.3.
        #expect(labels.allSatisfy { $0.score >= 0.3 })
    }
}
