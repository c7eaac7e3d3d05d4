import ArgumentParser
import Foundation
import Sight
import SightConcurrency
import SightDefaultModels

/// The classifier that an evaluation runs.
struct ClassifierModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The classifier that names the crops; the built-in one by default.",
            valueName: "model"))
    var classifier: String?

    @OptionGroup var normalization: NormalizationOptions
    @OptionGroup var input: InputSizeOptions
    @OptionGroup var region: RegionScaleOptions

    @Option(help: ArgumentHelp("JSON from label texts to categories.", valueName: "file.json"))
    var map: String?

    @Option(help: "Labels below this score mean unknown; the model's own by default.")
    var labelThreshold: Float?

    func validate() throws {
        if let labelThreshold, !(0...1).contains(labelThreshold) {
            throw ValidationError("--label-threshold \(labelThreshold) is not a score: give 0 to 1")
        }
    }

    /// The model's name in reports.
    var name: String {
        classifier.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "the default classifier"
    }

    /// Loads the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, or `usage` for a classifier that
    ///   needs `--map`.
    func load() throws(CommandError) -> Classifier {
        var options =
            classifier == nil ? DefaultModels.classifierOptions : ClassifierOptions()
        options.maximumLabelCount = 1
        options.scoreThreshold = labelThreshold
        options.threadCount = ProcessorCount.available
        region.apply(to: &options)
        let model = try normalization.argument.classifier(
            classifier, inputSize: input.inputSize, options: options)
        if let classifier, map == nil {
            try CoarseClassifierCheck.require(model, path: classifier)
        }
        return model
    }

    /// Reads the categories of the labels.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func categories() throws(CommandError) -> LabelCategories {
        guard let map else { return LabelCategories() }
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(map, limit: 1 << 20)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        let categories: [String: String]
        do {
            categories = try JSONDecoder().decode([String: String].self, from: data)
        } catch {
            throw CommandError(
                .usage, "\(map): expected a JSON object from label texts to categories",
                cause: error)
        }
        return try LabelCategories(categories, of: map)
    }

    /// Returns a warning if labels in the map are none of the classifier's, so that they have no
    /// effect; `nil` if all are.
    func warning(about categories: LabelCategories, of classifier: Classifier) -> String? {
        let texts = categories.texts(unknownTo: classifier)
        guard let map, !texts.isEmpty else { return nil }
        let limit = 4
        let named = texts.prefix(limit).map { "\"\($0)\"" }.joined(separator: ", ")
        let more = texts.count > limit ? " and \(texts.count - limit) more" : ""
        return "\(map): \(name) has no label \(named)\(more): give labels as the model spells them"
    }
}
