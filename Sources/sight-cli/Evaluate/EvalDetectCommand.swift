import ArgumentParser
import Foundation
import Sight
import SightEvaluation
import SightGeometry

/// `sight eval detect`: measures a localizer on annotated images.
struct EvalDetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Compare a detector's boxes with annotated images, without regard to classes.",
        discussion: """
            The annotations hold one JSON object a line: file (relative to the annotations, or an \
            absolute path), boxes [[x0, y0, x1, y1]] as fractions of the image, and, if known, \
            ignore (1 for a box that does not count, else 0), coverage (exhaustive, partial, main \
            or none), boxes_kind (human, mask, auto-… or none) and source.

            AP and AP50 as COCO defines them with one class, over the images in which everything \
            is boxed. AR@1 and AR@5: share of the objects found by each image's best 1 or 5 \
            boxes, mean of the overlaps 0.50 to 0.95; R50@1 and R50@5: at the overlap 0.50; \
            first hit: images whose best box finds an object. These run over all images whose \
            boxes people drew.

            EXAMPLES:
              sight eval detect --annotations val.jsonl
              sight eval detect --annotations val.jsonl --model other.tflite --json
              sight eval detect --annotations val.jsonl --model raw.tflite \\
                --anchors anchors.npy
              sight eval detect --annotations val.jsonl --curve precision.svg --by-source
            """)

    @Option(help: ArgumentHelp("The annotated images.", valueName: "file.jsonl"))
    var annotations: String

    @OptionGroup var model: LocalizerModelOptions

    @Flag(help: "Print the figures of each source of images, too.")
    var bySource = false

    @Option(help: ArgumentHelp("Draw precision over recall.", valueName: "file.svg"))
    var curve: String?

    @Option(
        help: ArgumentHelp(
            "Write the found boxes, one line of JSON for each image.",
            discussion: """
                Its boxes are [x, y, width, height] in pixels of the upright image, with scores: \
                not the corners in fractions that --annotations has.
                """, valueName: "file.jsonl"))
    var boxes: String?

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        if let curve, !curve.lowercased().hasSuffix(".svg") {
            throw ValidationError("--curve \(curve) does not end in .svg")
        }
    }

    mutating func run() async throws {
        let file = try AnnotationFile(path: annotations, needsBoxes: true)
        let images = try file.imagesDrawnByPeople()
        let inputs = InputFiles(
            [annotations] + model.files + file.images.map { file.input($0).name })
        try inputs.check(boxes, of: "--boxes")
        try inputs.check(curve, of: "--curve")
        let localizer = try model.localizer(scoreThreshold: 0)
        var scores = DetectionScores(model: model.name)
        var lines = ""
        let progress = ProgressBar(total: images.count)
        var remaining = images[...]
        for await decoded in DecodedImages(images.map(file.input), minimumSize: nil) {
            guard let annotated = remaining.popFirst() else { break }
            do {
                let input = try decoded.get()
                input.warnIfDamaged(progress)
                let image = input.image
                let found = try await localizer.detections(in: image)
                scores.add(found, annotated, size: image.uprightSize)
                if boxes != nil { lines += try FoundBoxes(annotated.file, found).line + "\n" }
            } catch {
                progress.clear()
                // Only the decoder's errors name their image.
                let place = error is DetectionError ? "\(annotated.file): " : ""
                Console.complain("\(place)\(error)")
                scores.countFailure()
            }
            progress.advance()
        }
        progress.clear()
        if let boxes { try OutputFile.write(lines.utf8, to: boxes) }
        if let curve { try OutputFile.write(scores.chart.svg.utf8, to: curve) }
        let report = scores.report(bySource: bySource)
        print(json ? try JSONText.line(report) : report.text)
        if report.failures > 0 { throw ExitCode(ExitStatus.someInputsFailed.rawValue) }
    }
}

/// The boxes found in one image, in the format of `--boxes`.
private struct FoundBoxes: Encodable {
    let file: String
    /// `[x, y, width, height]` in upright pixels, with `scores` beside them.
    let boxes: [[Float]]
    let scores: [Float]

    init(_ file: String, _ found: [Detection]) {
        self.file = file
        boxes = found.map { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] }
        scores = found.map(\.score)
    }

    var line: String { get throws(CommandError) { try JSONText.line(self) } }
}
