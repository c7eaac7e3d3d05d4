import ArgumentParser

/// `sight model`: inspects, runs and times model files.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Inspect, run and time model files.",
        subcommands: [ModelInspectCommand.self, ModelRunCommand.self, ModelBenchCommand.self])
}
