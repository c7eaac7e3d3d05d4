import ArgumentParser

/// `sight model inspect`: shows the content of a model file.
struct ModelInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the content of a model file and whether it can run.",
        discussion: """
            Lists inputs and outputs, operators, nodes with their options, tensors, signatures, \
            metadata and labels, and the memory that a run takes. A model that cannot run is shown \
            all the same, with every reason.

            EXAMPLES:
              sight model inspect bird.tflite
              sight model inspect --json bird.tflite
              sight model inspect --fusion bird.tflite
            """)

    @Argument(help: ArgumentHelp("The model.", valueName: "file"))
    var path: String

    @Flag(help: "Print one JSON object instead.")
    var json = false

    @Flag(help: "Show which nodes are fused, and why the other candidates are not.")
    var fusion = false

    func run() throws {
        let file = try LoadedModel(path: path)
        if fusion {
            let report = FusionReport(file, try file.prepare(threads: 1))
            return print(json ? try JSONText.pages(report) : report.text)
        }
        let report = ModelReport(file)
        print(json ? try JSONText.pages(report) : report.text)
    }
}
