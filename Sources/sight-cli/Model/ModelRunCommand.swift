import ArgumentParser
import Foundation
import SightInference
import SightTensor

/// `sight model run`: one inference with arrays from files.
struct ModelRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a model once, with NumPy arrays in and out.",
        discussion: """
            Inputs without a file are zero. An array may have another shape than the model's input \
            if it has as many axes; the model is then resized.

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
            "Folder for the outputs: 0.npy, 1.npy, … Without it, a summary is printed.",
            valueName: "folder"))
    var outputFolder: String?

    @Option(
        help: """
            How 8-bit convolutions round: nearest, or as TensorFlow Lite's reference kernels.
            """)
    var rounding = Rounding.nearest

    @OptionGroup var threads: ThreadOptions

    func run() throws {
        let file = try LoadedModel(path: path)
        let inputs = try ModelInputs(inputs, for: file.model)
        let graph = try file.prepare(
            shapes: inputs.shapes, threads: threads.count, rounding: rounding)
        let execution = Execution(graph)
        inputs.copy(into: execution, of: graph)
        do {
            try execution.run()
        } catch {
            throw CommandError(error, model: path)
        }
        let outputs = execution.outputs.map { OutputReport($0, execution.bytes($0)) }
        guard let outputFolder else {
            for (index, output) in outputs.enumerated() { print(output.summary(index: index)) }
            return
        }
        try write(outputs, to: outputFolder)
    }

    private func write(_ outputs: [OutputReport], to folder: String) throws(CommandError) {
        try OutputFile.makeFolder(folder)
        for (index, output) in outputs.enumerated() {
            guard let array = output.array else {
                throw CommandError(
                    .someInputsFailed,
                    "\(path): output \(index) is \(output.spec.elementType), for which NumPy has no "
                        + "type")
            }
            let target = URL(fileURLWithPath: folder).appendingPathComponent("\(index).npy")
            try OutputFile.write(array.file, to: target.path)
        }
    }
}

extension Rounding: ExpressibleByArgument {}
