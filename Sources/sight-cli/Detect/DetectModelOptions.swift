import ArgumentParser
import Foundation
import Sight
import SightDefaultModels
import SightModelFile

/// The models of `sight detect` and how they are read.
struct DetectModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The detector that finds the boxes; the built-in localizer by default.",
            valueName: "detector"))
    var model: String?

    @Option(
        help: ArgumentHelp(
            "The classifier that names each box: a .tflite file or an AutoML manifest (.json).",
            valueName: "model"))
    var classifier: String?

    @Option(
        help: ArgumentHelp(
            "Label texts, one a line, of the classifier if there is one, else of the detector.",
            valueName: "file"))
    var labels: String?

    @OptionGroup var head: HeadOptions

    @Flag(help: "Classify each box: with --classifier, or into coarse categories.")
    var classify = false

    @Option(
        help: ArgumentHelp(
            "Drop boxes with this score or a lower one, 0 to 1.",
            discussion: "By default 0.4, and 0.35 for the built-in localizer."))
    var threshold: Float?

    @Option(help: "Drop labels below this score; the model's own threshold by default.")
    var labelThreshold: Float?

    @Option(help: "Print at most this many labels for each box.")
    var maxLabels = 1

    @Option(help: "Language of the labels, as the model's metadata spells it.")
    var locale = "en"

    @Option(help: "Threads that share one model run; all processors by default.")
    var threads: Int?

    func validate() throws {
        for value in [threshold ?? 0, labelThreshold ?? 0] where !(0...1).contains(value) {
            throw ValidationError("threshold \(value): scores are in 0 to 1")
        }
        guard maxLabels > 0 else { throw ValidationError("--max-labels \(maxLabels): at least 1") }
        if let threads, threads < 1 { throw ValidationError("--threads \(threads): at least 1") }
    }

    /// Loads the models.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable` or `usage`.
    func detector(maximumCount: Int) throws(CommandError) -> ObjectDetector {
        var options = ObjectDetectorOptions()
        options.allowsMultipleObjects = maximumCount > 1
        options.maximumObjectCount = maximumCount
        let localizer = try loadLocalizer()
        let classifier = try loadClassifier()
        options.isClassificationEnabled = classifier != nil
        return ObjectDetector(localizer: localizer, classifier: classifier, options: options)
    }

    private func loadLocalizer() throws(CommandError) -> Localizer {
        var options = model == nil ? DefaultModels.localizerOptions : LocalizerOptions()
        options.scoreThreshold = threshold ?? options.scoreThreshold ?? 0.4
        options.displayNamesLocale = locale
        options.threadCount = threadCount
        try head.apply(to: &options)
        if classifier == nil, !classify { options.labels = try labelTexts() }
        do throws(DetectionError) {
            return try Localizer(
                model.map { ModelFile(path: $0) } ?? DefaultModels().localizer, options: options)
        } catch {
            throw CommandError(error, model: model ?? "the default localizer")
        }
    }

    private func loadClassifier() throws(CommandError) -> Classifier? {
        guard classifier != nil || classify else { return nil }
        var options =
            classifier == nil ? DefaultModels.classifierOptions : ClassifierOptions()
        options.scoreThreshold = labelThreshold
        options.maximumLabelCount = maxLabels
        options.displayNamesLocale = locale
        options.threadCount = threadCount
        options.labels = try labelTexts()
        do throws(DetectionError) {
            guard let classifier else {
                return try DefaultModels().makeClassifier(options: options)
            }
            return classifier.lowercased().hasSuffix(".json")
                ? try Classifier(manifestPath: classifier, options: options)
                : try Classifier(ModelFile(path: classifier), options: options)
        } catch {
            throw CommandError(error, model: classifier ?? "the default classifier")
        }
    }

    private var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }

    private func labelTexts() throws(CommandError) -> [String]? {
        guard let labels else { return nil }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: labels))
            return try LabelMap(names: Array(data)).names
        } catch {
            throw CommandError(
                .usage, "\(labels): the labels cannot be read: \(error.localizedDescription)",
                cause: error)
        }
    }
}

extension CommandError {
    /// A model that does not fit its task, with its file in front; what cannot be read is named by
    /// the engine itself.
    init(_ error: DetectionError, model path: String) {
        let isNamed = error.reason == .unreadableFile
        self.init(
            .modelUnusable, isNamed ? error.message : "\(path): \(error.message)", cause: error)
    }
}
