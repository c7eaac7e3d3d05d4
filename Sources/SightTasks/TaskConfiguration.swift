import Sight
import SightDropIn

/// The settings that TensorFlow's Task Library and MediaPipe's tasks have in common.
package struct TaskConfiguration: Sendable {
    /// The library whose rules apply where the two differ.
    ///
    /// MediaPipe keeps a box whose score equals the threshold, and accepts lists of categories that
    /// the model does not have.
    package enum Origin: Sendable { case taskLibrary, mediaPipe }

    /// The library whose rules apply.
    package var origin = Origin.taskLibrary
    /// The model file.
    package var modelPath = ""
    /// The number of threads that share one run; with values below 1, the runtime decides.
    package var threadCount = -1
    /// The language of the display names.
    package var displayNamesLocale = "en"
    /// The largest number of results; a value below 0 means all.
    package var maximumResults = -1
    /// The lowest score of a result; `nil` takes that of the model's metadata.
    ///
    /// Numbers outside 0…1 are compared like others; NaN is refused.
    package var scoreThreshold: Float?
    /// The names of the classes to keep; empty keeps all.
    package var allowedNames: [String] = []
    /// The names of the classes to drop.
    package var deniedNames: [String] = []

    /// The defaults.
    package init() {}

    /// Throws for values that no task accepts.
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
        guard scoreThreshold?.isNaN != true else {
            throw DropInError(.invalidArgument, "the score threshold is not a number")
        }
        guard allowedNames.isEmpty || deniedNames.isEmpty else {
            throw DropInError(
                .invalidArgument,
                "the list of allowed and that of denied categories exclude each other: give one")
        }
    }

    /// Throws for a list of categories of which the model has none.
    ///
    /// - Parameter texts: the labels of the model.
    /// - Throws: `invalidArgument`; without labels with the Task Library's number for it.
    func checkLists(texts: [String]) throws(DropInError) {
        let names = allowedNames + deniedNames
        guard !names.isEmpty else { return }
        guard !texts.isEmpty else {
            throw DropInError(
                .invalidArgument,
                "the list of categories needs labels, and the model has none: add a label file to "
                    + "its metadata, or leave the list empty", detail: 211)
        }
        guard origin == .mediaPipe || !Set(texts).isDisjoint(with: names) else {
            throw DropInError(
                .invalidArgument,
                "the model has none of the labels \(names.joined(separator: ", ")): give labels of "
                    + "the model, such as \(texts.last ?? "its last one")")
        }
    }

    /// The largest number of results, in the core's form.
    var limit: Int { maximumResults < 0 ? .max : maximumResults }

    /// Writes the settings that all tasks share into the options of the core's model.
    func apply(to options: inout some LabeledModelOptions) {
        options.scoreThreshold = scoreThreshold
        options.allowedLabels = allowedNames.isEmpty ? nil : Set(allowedNames)
        options.deniedLabels = Set(deniedNames)
        options.threadCount = max(1, threadCount)
        // These are the names of the label file itself; `DisplayNames` reads those to show.
        options.displayNamesLocale = ""
    }
}

/// The options that the core's localizers and classifiers have in common.
protocol LabeledModelOptions {
    var scoreThreshold: Float? { get set }
    var allowedLabels: Set<String>? { get set }
    var deniedLabels: Set<String> { get set }
    var threadCount: Int { get set }
    var displayNamesLocale: String { get set }
}

extension LocalizerOptions: LabeledModelOptions {}
extension ClassifierOptions: LabeledModelOptions {}
