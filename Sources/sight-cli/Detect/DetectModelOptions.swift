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

    @Option(help: ArgumentHelp("Like --input-size, for the classifier.", valueName: "size"))
    var classifierInputSize: InputSizeArgument?

    @Flag(help: "Classify each box: with --classifier, or into coarse categories.")
    var classify = false

    @OptionGroup var region: RegionScaleOptions

    @Option(
        help: ArgumentHelp(
            "Drop boxes with this score or a lower one, 0 to 1.",
            discussion: "By default 0.4, and 0.35 for the built-in localizer."))
    var threshold: Float?

    @Option(help: "Drop labels below this score; the model's own threshold by default.")
    var labelThreshold: Float?

    @Option(help: "Print at most this many labels of the classifier for each box; 1 by default.")
    var maxLabels: Int?

    @OptionGroup var filter: LabelFilterOptions

    @Option(help: "Language of the labels, as the model's metadata spells it, such as en.")
    var locale = "en"

    @OptionGroup var threads: ProcessorOptions

    func validate() throws {
        for (name, value) in [("--threshold", threshold), ("--label-threshold", labelThreshold)] {
            guard let value, !(0...1).contains(value) else { continue }
            throw ValidationError("\(name) \(value) is not a score: give 0 to 1")
        }
        if let maxLabels, maxLabels < 1 {
            throw ValidationError("--max-labels \(maxLabels) is not 1 or more")
        }
        guard classifier != nil || (classifierMean == nil && classifierStd == nil) else {
            throw ValidationError(
                "--classifier-mean and --classifier-std are of no use without --classifier")
        }
        guard classifier != nil || classifierInputSize == nil else {
            throw ValidationError("--classifier-input-size is of no use without --classifier")
        }
        if !isClassifying, let option = givenForClassifier.first {
            throw ValidationError(
                "\(option) is of no use: boxes are classified only with --classify or --classifier")
        }
        try classifierNormalization.validate()
    }

    /// Whether boxes are classified.
    private var isClassifying: Bool { classifier != nil || classify }

    /// The names of the given options that only a classifier obeys.
    private var givenForClassifier: [String] {
        let options: [(name: String, isGiven: Bool)] = [
            ("--label-threshold", labelThreshold != nil), ("--max-labels", maxLabels != nil),
            ("--region-scale", region.regionScale != nil),
        ]
        return options.filter(\.isGiven).map(\.name)
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
        guard !isClassifying else {
            return try ModelChoice.localizer(
                model, inputSize: head.input.inputSize, options: options)
        }
        options.labels = try ModelChoice.labels(labels)
        options.allowedLabels = filter.allowed
        options.deniedLabels = filter.denied
        let localizer = try ModelChoice.localizer(
            model, inputSize: head.input.inputSize, options: options)
        try filter.check(localizer.labelTexts, of: model ?? "the default localizer")
        return localizer
    }

    private func loadClassifier() throws(CommandError) -> Classifier? {
        guard isClassifying else { return nil }
        var options =
            classifier == nil ? DefaultModels.classifierOptions : ClassifierOptions()
        options.scoreThreshold = labelThreshold
        options.maximumLabelCount = maxLabels ?? 1
        options.displayNamesLocale = locale
        options.threadCount = threads.count
        options.labels = try ModelChoice.labels(labels)
        options.allowedLabels = filter.allowed
        options.deniedLabels = filter.denied
        region.apply(to: &options)
        let loaded = try classifierNormalization.classifier(
            classifier, inputSize: classifierInputSize, options: options)
        try filter.check(
            loaded.headTexts.first ?? [], of: classifier ?? "the default classifier")
        return loaded
    }
}
