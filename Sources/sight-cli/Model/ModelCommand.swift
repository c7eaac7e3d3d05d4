import ArgumentParser

/// `sight model`: what is in a model file, and how it runs.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Inspect, run and time model files.",
        subcommands: [ModelInspectCommand.self, ModelRunCommand.self, ModelBenchCommand.self])
}
