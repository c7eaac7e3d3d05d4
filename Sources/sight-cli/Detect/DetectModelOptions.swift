import ArgumentParser
import Sight
import SightDefaultModels

/// The models of `sight detect` and their settings.
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
            "Label texts, one on each line: of the classifier if there is one, else of the detector.",
            valueName: "file"))
    var labels: String?

    @OptionGroup var head: HeadOptions

    @Option(help: ArgumentHelp("Like --mean, for the classifier.", valueName: "numbers"))
    var classifierMean: NumberList?

    @Option(help: ArgumentHelp("Like --std, for the classifier.", valueName: "numbers"))
    var classifierStd: NumberList?

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

    @Option(help: "Language of the labels, as the model's metadata spells it, such as en.")
    var locale = "en"

    @OptionGroup var threads: ProcessorOptions

    func validate() throws {
        for (name, value) in [("--threshold", threshold), ("--label-threshold", labelThreshold)] {
            guard let value, !(0...1).contains(value) else { continue }
            throw ValidationError("\(name) \(value) is not a score: give 0 to 1")
        }
        guard maxLabels > 0 else {
            throw ValidationError("--max-labels \(maxLabels) is not 1 or more")
        }
        guard classifier != nil || (classifierMean == nil && classifierStd == nil) else {
            throw ValidationError(
                "--classifier-mean and --classifier-std are of no use without --classifier")
        }
        try classifierNormalization.validate()
    }

    private var classifierNormalization: NormalizationArgument {
        NormalizationArgument(mean: classifierMean, std: classifierStd, prefix: "--classifier-")
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
        options.threadCount = threads.count
        try head.apply(to: &options)
        if classifier == nil, !classify { options.labels = try ModelChoice.labels(labels) }
        return try ModelChoice.localizer(model, options: options)
    }

    private func loadClassifier() throws(CommandError) -> Classifier? {
        guard classifier != nil || classify else { return nil }
        var options =
            classifier == nil ? DefaultModels.classifierOptions : ClassifierOptions()
        options.scoreThreshold = labelThreshold
        options.maximumLabelCount = maxLabels
        options.displayNamesLocale = locale
        options.threadCount = threads.count
        options.labels = try ModelChoice.labels(labels)
        return try classifierNormalization.classifier(classifier, options: options)
    }
}
