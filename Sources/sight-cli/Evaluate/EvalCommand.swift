import ArgumentParser

/// `sight eval`: how good models and trackers are.
struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Compare models and trackers with annotations.",
        subcommands: [
            EvalDetectCommand.self, EvalClassifyCommand.self, EvalTracksCommand.self,
            EvalObjectCommand.self,
        ])
}
