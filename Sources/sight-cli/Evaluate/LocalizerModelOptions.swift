import ArgumentParser
import Foundation
import Sight

/// The localizer of an evaluation.
struct LocalizerModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The detector that finds the boxes; the built-in localizer by default.",
            valueName: "detector"))
    var model: String?

    @OptionGroup var head: HeadOptions

    @OptionGroup var threads: ProcessorOptions

    /// The files that loading the model reads.
    var files: [String] { [model, head.anchors].compactMap(\.self) }

    /// The model's name in reports.
    var name: String {
        model.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "the default localizer"
    }

    /// Loads the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable` or `usage`.
    func localizer(scoreThreshold: Float?) throws(CommandError) -> Localizer {
        var options = LocalizerOptions()
        options.scoreThreshold = scoreThreshold
        options.threadCount = threads.count
        try head.apply(to: &options)
        return try ModelChoice.localizer(
            model, inputSize: head.input.inputSize, options: options)
    }
}
