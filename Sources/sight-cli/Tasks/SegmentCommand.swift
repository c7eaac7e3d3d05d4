import ArgumentParser
import Foundation
import Sight

/// `sight segment`: classifies each pixel of an image.
struct SegmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Classify each pixel of an image and write a mask.",
        discussion: """
            EXAMPLES:
              sight segment --model deeplabv3.tflite street.jpg
              sight segment --model deeplabv3.tflite --out colored.png street.jpg
              sight segment --model selfie_segmentation.tflite --mask mask.png me.jpg
            """)

    @Option(help: ArgumentHelp("A .tflite segmentation model.", valueName: "model"))
    var model: String

    @Option(
        help: ArgumentHelp(
            "Write the mask alone: a color for each class, or gray for one class.",
            discussion: "A folder for several images, which keep their names.", valueName: "path"))
    var mask: String?

    @OptionGroup var task: TaskOptions

    func validate() throws {
        if let mask, let out = task.out, FileIdentity.isSame(mask, out) {
            throw ValidationError(
                "--mask \(mask) is the file of --out, too: give each a file of its own")
        }
    }

    mutating func run() async throws {
        let inputs = try ImageArgument.expand(task.images)
        let output = try task.out.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let masks = try mask.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let segmenter = try load()
        let task = task
        try await ImageLoop(inputs: inputs, minimumSize: nil).run {
            ($0, try segmenter.mask(of: $0.image))
        } show: { input, mask in
            let report = SegmentReport(input, mask)
            try task.show(report, text: report.text)
            try output?.write(try mask.overlay(on: input.image), of: input.name)
            try masks?.write(try mask.image(), of: input.name)
        }
    }

    private func load() throws(CommandError) -> Segmenter {
        var options = SegmenterOptions()
        options.threadCount = task.threads.count
        options.labels = try ModelChoice.labels(task.labels)
        do throws(DetectionError) {
            return try Segmenter(ModelFile(path: model), options: options)
        } catch {
            throw CommandError(error, model: model)
        }
    }
}

/// The mask of one image: its size, and the fraction of each class.
struct SegmentReport: Encodable {
    /// A class, and the fraction of the image that it covers.
    struct Part: Encodable {
        let index: Int
        let text: String
        let share: Float
    }

    let file: String
    let damaged: Bool?
    /// The number of columns and rows of the mask.
    let mask: [Int]
    let classes: [Part]

    init(_ input: NamedImage, _ mask: SegmentationMask) {
        file = input.name
        damaged = input.damaged
        self.mask = [mask.width, mask.height]
        classes = mask.shares.map {
            Part(index: $0.classIndex, text: mask.label($0.classIndex), share: $0.share)
        }
    }

    /// The report as a table.
    var text: String {
        var table = TextTable([("share", .right), ("class", .right), ("label", .left)])
        for part in classes {
            table.add(String(format: "%.1f %%", part.share * 100), "\(part.index)", part.text)
        }
        return "\(Console.printable(file))  mask of \(mask[0])×\(mask[1])\n" + table.text
    }
}
