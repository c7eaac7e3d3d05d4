import ArgumentParser
import Foundation
import Sight
import SightImage

/// `sight segment`: classifies each pixel of an image.
struct SegmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Classify each pixel of an image and write a mask.",
        discussion: """
            The JSON names the color that each class has in the images of --out and --mask; the \
            mask of a model of one class is gray.

            EXAMPLES:
              sight segment --model deeplabv3.tflite street.jpg
              sight segment --model deeplabv3.tflite --out colored.png street.jpg
              sight segment --model selfie_segmentation.tflite --mask mask.png me.jpg
              sight segment --model deeplabv3.tflite --mask masks \\
                --mask-values index photos/
            """)

    @Option(help: ArgumentHelp("A .tflite segmentation model.", valueName: "model"))
    var model: String

    @Option(
        help: ArgumentHelp(
            "Write the mask alone, as PNG in the size of the upright image.",
            discussion: "A folder for several images, which keep their names.", valueName: "path"))
    var mask: String?

    @Option(
        help: ArgumentHelp(
            "Write each class as a color or as its index in gray.",
            discussion: """
                By default a color, and the confidence in gray for a model of one class.
                """))
    var maskValues: MaskValues?

    @OptionGroup var normalization: NormalizationOptions
    @OptionGroup var input: InputSizeOptions

    @OptionGroup var task: TaskOptions

    func validate() throws {
        if let mask, let out = task.out, FileIdentity.isSame(mask, out) {
            throw ValidationError(
                "--mask \(mask) is the file of --out, too: give each a file of its own")
        }
        guard mask != nil || maskValues == nil else {
            throw ValidationError("--mask-values is of no use without --mask")
        }
    }

    mutating func run() async throws {
        let inputs = try ImageArgument.expand(task.images)
        let output = try task.out.map { try AnnotatedOutput(path: $0, inputs: inputs) }
        let masks = try mask.map { try AnnotatedOutput(path: $0, inputs: inputs, isMask: true) }
        let segmenter = try load()
        let (task, values) = (task, maskValues ?? .color)
        try await ImageLoop(inputs: inputs, minimumSize: nil).run {
            ($0, try segmenter.mask(of: $0.image))
        } show: { input, mask in
            let report = SegmentReport(input, mask)
            try task.show(report, text: report.text)
            try output?.write(try mask.overlay(on: input.image), of: input.name)
            try masks?.write(try values.image(mask, of: input.image), of: input.name)
        }
    }

    private func load() throws(CommandError) -> Segmenter {
        var options = SegmenterOptions()
        options.threadCount = task.threads.count
        options.labels = try ModelChoice.labels(task.labels)
        options.normalization = try normalization.argument.normalization()
        return try ModelChoice.segmenter(model, inputSize: input.inputSize, options: options)
    }
}

/// The values of a mask's pixels, by the names that `--mask-values` takes.
enum MaskValues: String, ExpressibleByArgument, CaseIterable {
    case color, index

    /// Returns the image of a mask in the size of the upright image.
    fileprivate func image(_ mask: SegmentationMask, of image: VisionImage) throws(ImageError)
        -> ImageBuffer
    {
        switch self {
        case .color: try mask.uprightImage(of: image)
        case .index: try mask.uprightIndices(of: image)
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
        /// The color of the class in images, as `#rrggbb`.
        let color: String

        init(_ mask: SegmentationMask, _ classIndex: Int, share: Float) {
            index = classIndex
            text = mask.label(classIndex)
            self.share = share
            let color = SegmentationMask.color(of: classIndex)
            self.color = String(format: "#%02x%02x%02x", color.red, color.green, color.blue)
        }
    }

    let file: String
    let damaged: Bool?
    /// The number of columns and rows of the model's mask.
    let mask: [Int]
    let classes: [Part]

    init(_ input: NamedImage, _ mask: SegmentationMask) {
        file = input.name
        damaged = input.damaged
        self.mask = [mask.width, mask.height]
        classes = mask.shares.map { Part(mask, $0.classIndex, share: $0.share) }
    }

    /// The report as a table.
    var text: String {
        var table = TextTable([("share", .right), ("class", .right), ("label", .left)])
        for part in classes {
            table.add(String(format: "%.1f %%", part.share * 100), "\(part.index)", part.text)
        }
        return "\(Console.printable(file))  mask of the model \(mask[0])×\(mask[1])\n"
            + table.text
    }
}
