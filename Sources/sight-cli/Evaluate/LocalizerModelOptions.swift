import ArgumentParser
import Foundation
import Sight
import SightDefaultModels

/// The localizer that an evaluation runs.
struct LocalizerModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The detector that finds the boxes; the built-in localizer by default.",
            valueName: "detector"))
    var model: String?

    @Option(help: "Threads that share one model run; all processors by default.")
    var threads: Int?

    func validate() throws {
        if let threads, threads < 1 { throw ValidationError("--threads \(threads): at least 1") }
    }

    /// The model's name in reports.
    var name: String {
        model.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "the default localizer"
    }

    /// Loads the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    func localizer(scoreThreshold: Float?) throws(CommandError) -> Localizer {
        var options = LocalizerOptions()
        options.scoreThreshold = scoreThreshold
        options.threadCount = threads ?? ProcessInfo.processInfo.activeProcessorCount
        do throws(DetectionError) {
            return try Localizer(
                model.map { ModelFile(path: $0) } ?? DefaultModels().localizer, options: options)
        } catch {
            throw CommandError(error, model: model ?? name)
        }
    }
}
