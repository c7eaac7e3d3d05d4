import Foundation
import ModelFixtures
import Sight
import SightConcurrency
import SightDropIn

/// Default models that find the same two objects in every image, one in the middle and one in a
/// corner, and label both as food.
struct StubDefaults: DefaultModelProvider {
    /// The object in the middle as fractions of the upright image: ymin, xmin, ymax, xmax.
    static let middle: [Float] = [0.25, 0.125, 0.75, 0.5]
    /// The number of classifiers that were loaded.
    static let classifierCount = Guarded(0)

    func localizer() throws(DropInError) -> (file: ModelFile, options: LocalizerOptions) {
        let model = StubModels.detector(
            boxes: [Self.middle, [0, 0, 0.2, 0.2]], classes: [0, 0], scores: [0.9, 0.5])
        var options = LocalizerOptions()
        options.labels = ["thing"]
        return (ModelFile(data: Data(model)), options)
    }

    func classifier() throws(DropInError) -> (file: ModelFile, options: ClassifierOptions)? {
        Self.classifierCount.withLock { $0 += 1 }
        var options = ClassifierOptions()
        options.labels = CoarseCategory.allCases.map(\.text)
        options.maximumLabelCount = 1
        return (
            ModelFile(data: Data(StubModels.classifier(scores: [1, 2, 230, 3, 4]))), options
        )
    }

    /// Installs the stubs for the whole process; all tests use them.
    static func install() { _ = installed }

    /// Installs the stubs when it is first read, because Swift computes a static constant once.
    private static let installed: Void = { DefaultModelRegistry.provider = StubDefaults() }()
}
