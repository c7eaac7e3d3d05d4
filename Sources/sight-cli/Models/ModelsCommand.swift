import ArgumentParser

/// `sight models`: downloads hosted models, and manages hosts.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Download hosted models, and manage a host that serves them.",
        discussion: """
            EXAMPLES:
              sight models download bird --url https://example.com/bird.tflite
              sight models download bird --plist GoogleService-Info.plist
              sight models path bird
              sight models sign bird.tflite --name bird --version 7 \\
                --keys keys.json --by release.key
              sight models publish bird.tflite --name bird --host http://127.0.0.1:8080
              sight models rollout bird --percent 10 --host http://127.0.0.1:8080

            ENVIRONMENT:
              SIGHT_MODEL_STORE  folder of downloaded models
              SIGHT_MODEL_HOST   the host, used if --host is absent, and for --plist
              SIGHT_HOST_TOKEN   the host's admin token
            """,
        subcommands: [
            ModelsListCommand.self, ModelsDownloadCommand.self, ModelsPathCommand.self,
            ModelsDeleteCommand.self, ModelsPublishCommand.self, ModelsPromoteCommand.self,
            ModelsRollbackCommand.self, ModelsRolloutCommand.self, ModelsUnpublishCommand.self,
            ModelsExperimentCommand.self, ModelsStatsCommand.self, ModelsSignCommand.self,
            ModelsKeysCommand.self,
        ])
}
