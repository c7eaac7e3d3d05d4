import ArgumentParser
import Foundation
import Sight

/// The classifier that an evaluation runs.
struct ClassifierModelOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The classifier that names the crops.", valueName: "model"))
    var classifier: String

    @Option(help: ArgumentHelp("From label text to category, as JSON.", valueName: "file.json"))
    var map: String?

    @Option(help: "Labels below this score mean unknown; the model's own by default.")
    var labelThreshold: Float?

    func validate() throws {
        if let labelThreshold, !(0...1).contains(labelThreshold) {
            throw ValidationError("--label-threshold \(labelThreshold): scores are in 0 to 1")
        }
    }

    /// The model's name in reports.
    var name: String { URL(fileURLWithPath: classifier).lastPathComponent }

    /// Loads the model.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`.
    func load() throws(CommandError) -> Classifier {
        var options = ClassifierOptions()
        options.maximumLabelCount = 1
        options.scoreThreshold = labelThreshold
        options.threadCount = ProcessInfo.processInfo.activeProcessorCount
        do throws(DetectionError) {
            return try Classifier(ModelFile(path: classifier), options: options)
        } catch {
            throw CommandError(error, model: classifier)
        }
    }

    /// What the labels stand for.
    ///
    /// - Throws: ``CommandError`` with status `usage`.
    func categories() throws(CommandError) -> LabelCategories {
        guard let map else { return LabelCategories() }
        let data = try InputFile.read(map, limit: 1 << 20)
        do {
            return LabelCategories(try JSONDecoder().decode([String: String].self, from: data))
        } catch {
            throw CommandError(
                .usage, "\(map): expected a JSON object from label texts to categories",
                cause: error)
        }
    }
}
