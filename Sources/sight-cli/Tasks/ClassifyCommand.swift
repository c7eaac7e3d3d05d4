import ArgumentParser
import Foundation
import Sight
import SightDefaultModels
import SightImage
import SightReports

/// `sight classify`: classifies whole images.
struct ClassifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Classify whole images: labels and scores, best first.",
        discussion: """
            Without a model the built-in classifier names the coarse category.

            EXAMPLES:
              sight classify photo.jpg
              sight classify --model bird.tflite --out named.png bird.jpg
              sight classify --model bird.tflite --json photos/ > labels.jsonl
            """)

    @Option(
        help: ArgumentHelp(
            "A .tflite classifier or an AutoML manifest (.json).", valueName: "classifier"))
    var model: String?

    @Option(name: .customLong("max"), help: "Print at most this many labels for each image.")
    var maximum = 10

    @Option(help: "Drop labels below this score, 0 to 1; the model's own threshold by default.")
    var threshold: Float?

    @OptionGroup var normalization: NormalizationOptions
    @OptionGroup var input: InputSizeOptions

    @OptionGroup var task: TaskOptions

    func validate() throws {
        guard maximum > 0 else { throw ValidationError("--max \(maximum) is not 1 or more") }
        if let threshold, !(0...1).contains(threshold) {
            throw ValidationError("--threshold \(threshold) is not a score: give 0 to 1")
        }
    }

    mutating func run() async throws {
        let inputs = try ImageArgument.expand(task.images)
        let output = try task.out.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let classifier = try load()
        let side = max(classifier.inputSize.width, classifier.inputSize.height)
        let loop = ImageLoop(inputs: inputs, minimumSize: Int(side), draws: output != nil)
        let task = task
        try await loop.run {
            ($0, try classifier.labels(in: $0.image))
        } show: { input, labels in
            let report = ClassifyReport(input, labels)
            try task.show(report, text: report.text)
            try output?.write(try Self.caption(input.canvas, labels), of: input.name)
        }
    }

    /// Draws the best five labels in the top-left corner, one below the other.
    static func caption(_ image: VisionImage, _ labels: [Label]) throws -> ImageBuffer {
        var canvas = try Canvas(image.buffer, orientation: image.orientation)
        let capHeight = max(7, min(72, Float(min(canvas.width, canvas.height)) / 24))
        for (line, label) in labels.prefix(5).enumerated() {
            let name = label.text.isEmpty ? "class \(label.index)" : label.text
            let text = name + String(format: " %.2f", label.score)
            let top = capHeight * (0.8 + 2.2 * Float(line))
            let ink = Canvas.measure(text, capHeight: capHeight)
            canvas.fill(
                Upright.Rect(
                    x: capHeight * 0.6, y: top, width: ink.width + capHeight * 1.2,
                    height: capHeight * 2), .black, alpha: 0.6, radius: capHeight * 0.4)
            canvas.draw(
                text, at: Upright.Point(x: capHeight * 1.2, y: top + capHeight * 0.5),
                capHeight: capHeight, color: .white)
        }
        return canvas.image
    }

    private func load() throws(CommandError) -> Classifier {
        var options = model == nil ? DefaultModels.classifierOptions : ClassifierOptions()
        options.maximumLabelCount = maximum
        options.scoreThreshold = threshold
        options.threadCount = task.threads.count
        options.labels = try ModelChoice.labels(task.labels) ?? options.labels
        return try normalization.argument.classifier(
            model, inputSize: input.inputSize, options: options)
    }
}

/// The labels of one image.
struct ClassifyReport: Encodable {
    let file: String
    let damaged: Bool?
    let labels: [DetectReport.Name]

    init(_ input: NamedImage, _ labels: [Label]) {
        file = input.name
        damaged = input.damaged
        self.labels = labels.map { DetectReport.Name($0) }
    }

    /// The report as a table.
    var text: String {
        var table = TextTable([("score", .right), ("label", .left)])
        for label in labels {
            table.add(
                String(format: "%.2f", label.score),
                label.text.isEmpty ? "class \(label.index)" : label.text)
        }
        return "\(Console.printable(file))\(labels.isEmpty ? "  no labels" : "")\n" + table.text
    }
}
