import ArgumentParser

/// `sight model inspect`: shows the content of a model file.
struct ModelInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the content of a model file and whether it can run.",
        discussion: """
            Lists inputs and outputs, operators, nodes with their options, tensors, signatures, \
            metadata and labels, and the memory that a run takes. A model that cannot run is shown \
            all the same, with every reason. Only a file that is not a model or is damaged gives \
            an error instead.

            EXAMPLES:
              sight model inspect bird.tflite
              sight model inspect --json bird.tflite
              sight model inspect --fusion bird.tflite
              sight model inspect --shape 1,1280 melspectrogram.tflite
            """)

    @Argument(help: ArgumentHelp("The model.", valueName: "file"))
    var path: String

    @OptionGroup var graph: GraphOptions

    @Flag(help: "Print one JSON object instead.")
    var json = false

    @Flag(help: "Show which nodes are fused, and why the other candidates are not.")
    var fusion = false

    func run() throws {
        let file = try LoadedModel(path: path)
        let entry = try EntryPoint(file.model, signature: graph.signature)
        let resizings = try InputResizing.list(graph.shapes, for: entry)
        if fusion {
            let prepared = try file.prepare(
                entry, resizings: resizings, threads: 1, takesFiles: false)
            let report = FusionReport(file, prepared)
            return print(json ? try JSONText.pages(report) : report.text)
        }
        let report = ModelReport(file, entry, resizings)
        print(json ? try JSONText.pages(report) : report.text)
    }
}
