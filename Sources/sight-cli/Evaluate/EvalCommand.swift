import ArgumentParser

/// `sight eval`: measures models and trackers.
struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Compare models and trackers with annotations.",
        subcommands: [
            EvalDetectCommand.self, EvalClassifyCommand.self, EvalTracksCommand.self,
            EvalObjectCommand.self,
        ])
}
