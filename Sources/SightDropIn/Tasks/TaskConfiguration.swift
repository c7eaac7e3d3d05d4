import Sight

/// What TensorFlow's Task Library and MediaPipe's tasks can be told of a model and its results.
package struct TaskConfiguration: Sendable {
    /// The model file.
    package var modelPath = ""
    /// Threads that share one run; values below 1 leave it to the runtime.
    package var threadCount = -1
    /// The language of the names to show.
    package var displayNamesLocale = "en"
    /// Most results; below 0 for all.
    package var maximumResults = -1
    /// The lowest score of a result; `nil` for that of the model's metadata.
    package var scoreThreshold: Float?
    /// Keep only classes of these names; empty for all.
    package var allowedNames: [String] = []
    /// Drop classes of these names.
    package var deniedNames: [String] = []

    /// The defaults.
    package init() {}

    /// Refuses values that no task takes.
    ///
    /// - Throws: `invalidArgument`.
    func check() throws(DropInError) {
        guard !modelPath.isEmpty else {
            throw DropInError(.invalidArgument, "the options name no model: set the model's path")
        }
        guard maximumResults != 0 else {
            throw DropInError(
                .invalidArgument, "maxResults is 0: give a positive number, or -1 for all results")
        }
        guard allowedNames.isEmpty || deniedNames.isEmpty else {
            throw DropInError(
                .invalidArgument,
                "the list of allowed and that of denied categories exclude each other: give one")
        }
    }

    /// The most results, as the core counts them.
    var limit: Int { maximumResults < 0 ? .max : maximumResults }

    /// Writes the settings that all tasks share into the options of the core's model.
    func apply(to options: inout some LabeledModelOptions) {
        options.scoreThreshold = scoreThreshold
        options.allowedLabels = allowedNames.isEmpty ? nil : Set(allowedNames)
        options.deniedLabels = Set(deniedNames)
        options.threadCount = max(1, threadCount)
        // The names of the label file itself; `DisplayNames` reads those to show.
        options.displayNamesLocale = ""
    }
}

/// What the options of the core's localizers and classifiers have in common.
protocol LabeledModelOptions {
    var scoreThreshold: Float? { get set }
    var allowedLabels: Set<String>? { get set }
    var deniedLabels: Set<String> { get set }
    var threadCount: Int { get set }
    var displayNamesLocale: String { get set }
}

extension LocalizerOptions: LabeledModelOptions {}
extension ClassifierOptions: LabeledModelOptions {}
