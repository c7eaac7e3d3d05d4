import ArgumentParser
import Foundation
import Sight
import SightEvaluation

/// `sight eval classify`: measures a classifier on annotated crops.
struct EvalClassifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Compare a classifier's coarse categories with annotated crops.",
        discussion: """
            The annotations are those of `sight eval detect`, with box_coarse, the category of \
            each box, or coarse, that of an image without boxes: fashion_good, home_good, food, \
            place, plant or unknown. A crop is named by its best label at or above the threshold; \
            without one it is unknown. Classifiers with other labels need --map, a JSON object \
            from label text to category; labels that are not in it mean unknown.

            EXAMPLES:
              sight eval classify --annotations val.jsonl
              sight eval classify --annotations val.jsonl --confusion confusion.svg --json
              sight eval classify --annotations val.jsonl \\
                --classifier other.tflite --map map.json
            """)

    @Option(help: ArgumentHelp("The annotated images.", valueName: "file.jsonl"))
    var annotations: String

    @OptionGroup var model: ClassifierModelOptions

    @Option(help: ArgumentHelp("Draw the confusion matrix.", valueName: "file.svg"))
    var confusion: String?

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        if let confusion, !confusion.lowercased().hasSuffix(".svg") {
            throw ValidationError("--confusion \(confusion) does not end in .svg")
        }
    }

    mutating func run() async throws {
        let file = try AnnotationFile(path: annotations, needsBoxes: false)
        try file.requireCrops()
        let classifier = try model.load()
        let categories = try model.categories()
        if let warning = model.warning(about: categories, of: classifier) {
            Console.complain(warning)
        }
        var scores = ClassificationEvaluation(classes: AnnotatedCrop.outcomes)
        var failures = 0
        let progress = ProgressBar(total: file.images.count)
        var remaining = file.images[...]
        for await decoded in DecodedImages(file.images.map(file.input), minimumSize: nil) {
            guard let annotated = remaining.popFirst() else { break }
            do {
                let input = try decoded.get()
                input.warnIfDamaged(progress)
                let image = input.image
                for crop in AnnotatedCrop.crops(of: annotated, in: image.uprightSize) {
                    let label = try await classifier.labels(in: image, region: crop.region).first
                    scores.add(
                        reference: crop.outcome, named: categories.outcome(of: label),
                        score: label?.score)
                }
            } catch {
                progress.clear()
                // Only the decoder's errors name their image.
                let place = error is DetectionError ? "\(annotated.file): " : ""
                Console.complain("\(place)\(error)")
                failures += 1
            }
            progress.advance()
        }
        progress.clear()
        let report = ClassificationScoreReport(model: model.name, scores, failures: failures)
        if let confusion { try OutputFile.write(report.chart.svg.utf8, to: confusion) }
        print(json ? try JSONText.line(report) : report.text)
        if failures > 0 { throw ExitCode(ExitStatus.someInputsFailed.rawValue) }
    }
}
