import ArgumentParser
import Foundation
import Sight
import SightImageIO

/// `sight detect`: finds and names the objects in images.
struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Find the objects of images: boxes, scores and names.",
        discussion: """
            Prints a table, or one line of JSON for each image. Boxes are [x, y, width, height] in \
            pixels from the top-left corner of the upright image. The points of models that have \
            some, such as the eyes of a face, are "keypoints" in JSON, as [x, y]. A JPEG or GIF \
            file that is cut off is processed with a warning; its JSON has "damaged": true.

            EXAMPLES:
              sight detect --model ssd.tflite photo.jpg
              sight detect --model ssd.tflite --out annotated.png photo.jpg
              sight detect --model yolox.tflite --head yolox --labels coco.txt photo.jpg
              sight detect --model ssd.tflite --classifier bird.tflite \\
                --prominent bird.jpg
              sight detect --model ssd.tflite --json photos/ 'more/*.heic' > objects.jsonl
              curl -s "$URL" | sight detect --model ssd.tflite --json -
              find photos -name '*.jpg' > list
              sight detect --paths-from list > done.jsonl
              sight detect --paths-from list --skip-done done.jsonl >> done.jsonl
            """)

    @OptionGroup var models: DetectModelOptions
    @OptionGroup var batch: BatchOptions

    @Flag(help: "Return only the most prominent object; not with --max.")
    var prominent = false

    @Option(
        name: .customLong("max"), help: "Return at most this many objects; not with --prominent.")
    var maximum = 5

    @Flag(
        name: [.customLong("json"), .customLong("jsonl")],
        help: "Print one line of JSON for each image; --paths-from always does.")
    var json = false

    @Option(
        help:
            "Print boxes in pixels of the upright image (upright) or of the stored image (source).")
    var space = BoxSpace.upright

    @Option(
        help: ArgumentHelp(
            "Write the image with boxes and names; PNG or JPEG by its ending.",
            discussion: """
                A folder for several images, which keep their names. Not with --paths-from.
                """,
            valueName: "path"))
    var out: String?

    @Argument(help: "Images, folders, patterns, or - for standard input.")
    var images: [String] = []

    func validate() throws {
        guard maximum > 0 else {
            throw ValidationError("--max \(maximum) is not 1 or more")
        }
        if prominent, maximum != 5 {
            throw ValidationError("--prominent and --max exclude each other")
        }
        guard !images.isEmpty || batch.pathsFrom != nil else {
            throw ValidationError("give images, or a list of them with --paths-from")
        }
        if let image = images.first, batch.pathsFrom != nil {
            throw ValidationError(
                "\(image) and --paths-from exclude each other: give images, or a list of them")
        }
        if out != nil, batch.pathsFrom != nil {
            throw ValidationError("--out and --paths-from exclude each other")
        }
    }

    mutating func run() async throws {
        if batch.pathsFrom != nil {
            let detector = try models.detector(maximumCount: prominent ? 1 : maximum)
            try await DetectBatch(options: batch, detector: detector, space: space).run()
            return
        }
        let inputs = try ImageArgument.expand(images)
        let output = try out.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let detector = try models.detector(maximumCount: prominent ? 1 : maximum)
        let printer = DetectPrinter(isJSON: json, space: space)
        // Objects are drawn at full size, but the model needs far fewer pixels.
        let loop = ImageLoop(
            inputs: inputs, minimumSize: detector.minimumImageSize, draws: output != nil)
        try await loop.run {
            try detector.detect($0)
        } show: { found in
            try printer.show(found)
            try output?.write(found)
        }
    }
}

/// The pixels in which printed boxes are measured.
enum BoxSpace: String, ExpressibleByArgument, CaseIterable {
    case upright, source
}
