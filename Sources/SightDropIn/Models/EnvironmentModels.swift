import Foundation
package import Sight

/// Default models in the folder that the environment variable `SIGHT_MODELS` names:
/// `localizer.tflite` and `classifier.tflite`.
package struct EnvironmentModels: DefaultModelProvider {
    private let folder: String?

    /// Looks into a folder; that of the environment when `nil`.
    package init(folder: String? = nil) {
        self.folder = folder ?? ProcessInfo.processInfo.environment["SIGHT_MODELS"]
    }

    /// `localizer.tflite`.
    package func localizer() throws(DropInError) -> (file: ModelFile, options: LocalizerOptions) {
        var options = LocalizerOptions()
        options.scoreThreshold = 0.3
        return (try file("localizer.tflite"), options)
    }

    /// `classifier.tflite`.
    package func classifier() throws(DropInError) -> (file: ModelFile, options: ClassifierOptions)?
    {
        (try file("classifier.tflite"), CoarseCategory.classifierOptions)
    }

    private func file(_ name: String) throws(DropInError) -> ModelFile {
        guard let folder else {
            throw DropInError(
                .modelNotFound,
                "this build has no default models: set the environment variable SIGHT_MODELS to a "
                    + "folder with localizer.tflite and classifier.tflite")
        }
        let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else {
            throw DropInError(
                .modelNotFound, "\(path) does not exist; SIGHT_MODELS must name a folder with it")
        }
        return ModelFile(path: path)
    }
}
