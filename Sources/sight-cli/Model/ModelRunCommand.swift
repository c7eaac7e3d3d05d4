import ArgumentParser
import Foundation
import SightInference
import SightModelFile
import SightTensor

/// `sight model run`: runs a model once with arrays from files.
struct ModelRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a model once, with NumPy arrays in and out.",
        discussion: """
            Inputs without a file are zero. An array may have another shape than the model's input \
            if it has as many axes; the model is then resized. Inputs and outputs of strings are text \
            files with a string on each line.

            EXAMPLES:
              sight model run bird.tflite
              sight model run bird.tflite --input photo.npy --output-dir out
              sight model run pair.tflite --input left=a.npy --input 1=b.npy
            """)

    @Argument(help: ArgumentHelp("The model.", valueName: "file"))
    var path: String

    @Option(
        name: .customLong("input"),
        help: ArgumentHelp(
            "An .npy file for an input, found by name or index; the next one without either.",
            valueName: "[name-or-index=]file.npy"))
    var inputs: [String] = []

    @Option(
        name: .customLong("output-dir"),
        help: ArgumentHelp(
            "Folder for the outputs: 0.npy, 1.npy, … (.txt of strings). Without it, a summary is printed.",
            valueName: "folder"))
    var outputFolder: String?

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

    @OptionGroup var precision: PrecisionOption

    @OptionGroup var threads: ThreadOptions

    func validate() throws {
        guard (1...2048).contains(maximumMemory) else {
            throw ValidationError("--maximum-memory \(maximumMemory) is not between 1 and 2048")
        }
    }

    func run() throws {
        let file = try LoadedModel(path: path)
        if let outputFolder { try checkTargets(in: outputFolder, of: file.model) }
        let inputs = try ModelInputs(inputs, for: file.model)
        let graph = try file.prepare(
            shapes: inputs.shapes, threads: threads.count, rounding: rounding,
            precision: precision.precision, limits: limits)
        let execution = Execution(graph)
        do {
            try inputs.copy(into: execution, of: graph)
            try execution.run()
        } catch {
            throw CommandError(error, model: path)
        }
        let outputs = execution.outputs.map { OutputReport($0, of: execution) }
        guard let outputFolder else {
            for (index, output) in outputs.enumerated() { print(output.summary(index: index)) }
            return
        }
        try write(outputs, to: outputFolder)
    }

    private var limits: ModelLimits {
        var limits = ModelLimits()
        limits.arenaByteCount = maximumMemory << 20
        // Without the option, packed weights may take the engine's usual limit.
        if maximumMemory < 2048 { limits.preparedByteCount = maximumMemory << 20 }
        return limits
    }

    /// Checks that no file of an output is the model or an input.
    private func checkTargets(in folder: String, of model: Model) throws(CommandError) {
        let arrays = try InputAssignment.resolve(inputs, for: model).map(\.path)
        let files = InputFiles([path] + arrays)
        for (index, output) in model.main.outputs.enumerated() {
            let isText = model.main.tensors[output].elementType == .string
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
