import Foundation
import Sight
import SightDefaultModels
import SightModelFile

/// Loads the models and label texts that a command line names, or the built-in models.
enum ModelChoice {
    /// Loads the localizer of a file, or the built-in one if there is no path.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, naming the file.
    static func localizer(_ path: String?, options: LocalizerOptions) throws(CommandError)
        -> Localizer
    {
        do throws(DetectionError) {
            guard let path else { return try DefaultModels().makeLocalizer(options: options) }
            return try Localizer(ModelFile(path: path), options: options)
        } catch {
            throw CommandError(error, model: path ?? "the default localizer")
        }
    }

    /// Loads the classifier of a file or an AutoML manifest (.json), or the built-in one if there
    /// is no path.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, naming the file.
    static func classifier(_ path: String?, options: ClassifierOptions) throws(CommandError)
        -> Classifier
    {
        do throws(DetectionError) {
            guard let path else { return try DefaultModels().makeClassifier(options: options) }
            return path.lowercased().hasSuffix(".json")
                ? try Classifier(manifestPath: path, options: options)
                : try Classifier(ModelFile(path: path), options: options)
        } catch {
            throw CommandError(error, model: path ?? "the default classifier")
        }
    }

    /// Reads label texts, one on each line; `nil` if there is no path.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the file.
    static func labels(_ path: String?) throws(CommandError) -> [String]? {
        guard let path else { return nil }
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(path, limit: 16 << 20)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        do throws(ModelError) {
            return try LabelMap(names: Array(data)).names
        } catch {
            throw CommandError(
                .usage, "\(path): the labels cannot be read: \(error.message)", cause: error)
        }
    }
}

extension CommandError {
    /// Wraps an error of a model, with the model's path in front of the message unless it is there
    /// already.
    init(_ error: DetectionError, model path: String) {
        let isNamed = error.message.hasPrefix(path)
        self.init(
            .modelUnusable, isNamed ? error.message : "\(path): \(error.message)", cause: error)
    }
}
