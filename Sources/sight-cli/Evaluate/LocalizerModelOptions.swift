import ArgumentParser
import Foundation
import Sight

/// The localizer that an evaluation runs.
struct LocalizerModelOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The detector that finds the boxes.", valueName: "detector"))
    var model: String

    @Option(help: "Threads that share one model run; all processors by default.")
    var threads: Int?

    func validate() throws {
        if let threads, threads < 1 { throw ValidationError("--threads \(threads): at least 1") }
    }

    /// The model's name in reports.
    var name: String { URL(fileURLWithPath: model).lastPathComponent }

    /// Loads the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    func localizer(scoreThreshold: Float?) throws(CommandError) -> Localizer {
        var options = LocalizerOptions()
        options.scoreThreshold = scoreThreshold
        options.threadCount = threads ?? ProcessInfo.processInfo.activeProcessorCount
        do throws(DetectionError) {
            return try Localizer(ModelFile(path: model), options: options)
        } catch {
            throw CommandError(error, model: model)
        }
    }
}
