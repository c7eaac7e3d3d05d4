package import Sight
import SightDefaultModels

/// The models inside the program, or those of the folder that the environment variable
/// `SIGHT_MODELS` names: `localizer.tflite` and `classifier.tflite`.
package struct BuiltInModels: DefaultModelProvider {
    /// The least score of a box of a model file, whose scores differ from those of the built-in
    /// model.
    static let thresholdOfFiles: Float = 0.3
    private let models: DefaultModels

    /// Makes a provider that looks into a folder first; `nil` means the environment's folder.
    package init(folder: String? = nil) {
        models = DefaultModels(folder: folder)
    }

    /// Returns the localizer, which finds objects of any kind.
    package func localizer() -> (file: ModelFile, options: LocalizerOptions) {
        let file = models.localizer
        var options = DefaultModels.localizerOptions
        if file.path != nil { options.scoreThreshold = Self.thresholdOfFiles }
        return (file, options)
    }

    /// Returns the classifier, which names one coarse category or none.
    ///
    /// The outputs of a folder's classifier are the five categories, whatever its labels are.
    package func classifier() -> (file: ModelFile, options: ClassifierOptions)? {
        let file = models.classifier
        var options = DefaultModels.classifierOptions
        if file.path != nil { options.labels = CoarseCategory.allCases.map(\.text) }
        return (file, options)
    }
}
