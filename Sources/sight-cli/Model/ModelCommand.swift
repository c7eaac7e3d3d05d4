import ArgumentParser

/// `sight model`: what is in a model file, and how it runs.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Look into model files, run them and time them.",
        subcommands: [ModelInspectCommand.self, ModelRunCommand.self, ModelBenchCommand.self])
}
