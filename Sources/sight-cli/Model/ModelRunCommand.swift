import ArgumentParser
import Foundation
import SightInference
import SightModelFile
import SightTensor

/// `sight model run`: runs a model once with arrays from files.
struct ModelRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a model once, with images and NumPy arrays in, and arrays out.",
        discussion: """
            Inputs without a file are zero. An image is turned upright and stretched to the input. \
            An array may have another shape than the model's input if it has as many axes; the \
            model is then resized. Inputs of strings are text files \
            with a string on each line, or .npy files of strings; outputs of strings are text \
            files. The file - is standard input.

            EXAMPLES:
              sight model run bird.tflite
              sight model run bird.tflite --input photo.jpg
              sight model run bird.tflite --input photo.npy --output-dir out
              sight model run depth.tflite --input room.png --mean 0 --std 255 \\
                --output-dir out
              sight model run pair.tflite --input left=a.npy --input 1=b.npy
              sight model run calculator.tflite --signature mul \\
                --input a=a.npy --input b=b.npy
              sight model run melspectrogram.tflite --shape 1,1280 --json
            """)

    @Argument(help: ArgumentHelp("The model.", valueName: "file"))
    var path: String

    @Option(
        name: .customLong("input"),
        help: ArgumentHelp(
            "A file for an input, found by name or index; the next one without either.",
            valueName: "[name-or-index=]file"))
    var inputs: [String] = []

    @OptionGroup var graph: GraphOptions

    @Option(
        name: .customLong("output-dir"),
        help: ArgumentHelp(
            "Folder for the outputs: 0.npy, 1.npy, … (.txt of strings). Without it, a summary is printed.",
            valueName: "folder"))
    var outputFolder: String?

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    @Option(
        help: """
            How 8-bit convolutions round: nearest, or as TensorFlow Lite's reference kernels.
            """)
    var rounding = Rounding.nearest

    @Option(
        help: ArgumentHelp(
            """
            The limit of the memory for all tensors of a run, and of that for packed weights, in MiB; \
            at most and by default 2048.
            """, valueName: "MiB"))
    var maximumMemory = 2048

    @OptionGroup var normalization: NormalizationOptions

    @OptionGroup var precision: PrecisionOption

    @OptionGroup var threads: ThreadOptions

    func validate() throws {
        guard (1...2048).contains(maximumMemory) else {
            throw ValidationError("--maximum-memory \(maximumMemory) is not between 1 and 2048")
        }
    }

    func run() throws {
        let file = try LoadedModel(path: path)
        let entry = try EntryPoint(file.model, signature: graph.signature)
        if let outputFolder { try checkTargets(in: outputFolder, of: entry) }
        let inputs = try ModelInputs(
            inputs, shapes: graph.shapes, for: entry,
            images: ImageFileInput(
                file.model, entry, normalization: normalization.argument.normalization()))
        if graph.signature == nil, let remark = EntryPoint.remark(on: file) {
            Console.remark(remark)
        }
        let prepared = try file.prepare(
            entry, resizings: inputs.resizings, threads: threads.count, rounding: rounding,
            precision: precision.precision, limits: limits)
        inputs.remarkResizings()
        let execution = Execution(prepared)
        do {
            try inputs.copy(into: execution, of: prepared)
            try execution.run()
        } catch {
            throw CommandError(error, model: path)
        }
        let outputs = execution.outputs.map { OutputReport($0, of: execution) }
        if let outputFolder { try write(outputs, to: outputFolder) }
        if json || outputFolder == nil || outputs.isEmpty {
            try show(outputs, labels: OutputLabels.texts(file.model, entry))
        }
    }

    private func show(_ outputs: [OutputReport], labels: [Int: [String]]) throws(CommandError) {
        let summaries = outputs.enumerated().map { $1.summary(labels: labels[$0]) }
        if json {
            print(
                try JSONText.line(
                    RunReport(model: path, signature: graph.signature, outputs: summaries)))
            return
        }
        for (index, summary) in summaries.enumerated() { print(summary.text(index: index)) }
        if summaries.isEmpty { print("no outputs") }
    }

    private var limits: ModelLimits {
        var limits = ModelLimits()
        limits.arenaByteCount = maximumMemory << 20
        // Without the option, packed weights may take the engine's usual limit.
        if maximumMemory < 2048 { limits.preparedByteCount = maximumMemory << 20 }
        return limits
    }

    /// Checks that no file of an output is the model or an input.
    private func checkTargets(in folder: String, of entry: EntryPoint) throws(CommandError) {
        let arrays = try InputAssignment.resolve(inputs, for: entry).map(\.path)
        let files = InputFiles([path] + arrays)
        for (index, output) in entry.graph.outputs.enumerated() {
            let isText = entry.graph.tensors[output].elementType == .string
            let target = Self.target(index, isText ? "txt" : "npy", in: folder)
            guard let name = files.name(of: target) else { continue }
            throw CommandError(
                .usage,
                "--output-dir \(folder) would overwrite \(name), which the command reads: give "
                    + "another folder")
        }
    }

    private static func target(_ index: Int, _ ending: String, in folder: String) -> String {
        URL(fileURLWithPath: folder).appendingPathComponent("\(index).\(ending)").path
    }

    private func write(_ outputs: [OutputReport], to folder: String) throws(CommandError) {
        try OutputFile.makeFolder(folder)
        for (index, output) in outputs.enumerated() {
            if output.isText {
                guard let text = output.text() else {
                    throw CommandError(
                        .someInputsFailed,
                        "\(path): output \(index) has strings of more than "
                            + "\(OutputReport.maximumTextBytes) bytes in all")
                }
                try OutputFile.write(text, to: Self.target(index, "txt", in: folder))
                continue
            }
            guard let array = output.array else {
                throw CommandError(
                    .someInputsFailed,
                    "\(path): output \(index) is \(output.spec.elementType), for which NumPy has no "
                        + "type")
            }
            try OutputFile.write(array.file, to: Self.target(index, "npy", in: folder))
        }
    }
}

extension Rounding: ExpressibleByArgument {}
