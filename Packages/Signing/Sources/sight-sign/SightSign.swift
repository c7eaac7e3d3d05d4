import ArgumentParser

/// The command `sight-sign`, which `sight models sign` and `sight models keys` run.
@main
struct SightSign: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sight-sign",
        abstract: "Sign models, and download models that count only with a signature.",
        discussion: """
            EXAMPLES:
              sight-sign keys generate release.key
              sight-sign keys create keys.json --publisher example.com --key PUBLIC
              sight-sign sign bird.tflite --name bird --version 7 \\
                --keys keys.json --by release.key
              sight-sign verify bird.tflite --name bird --keys keys.json
              sight-sign download bird --url https://example.com/bird.tflite \\
                --keys keys.json

            EXIT STATUS:
              0  done
              1  a file or a signature is unusable, or a download failed
              2  wrong usage
            """,
        subcommands: [
            KeysCommand.self, SignCommand.self, CountersignCommand.self, VerifyCommand.self,
            DownloadCommand.self,
        ])

    /// Parses the arguments, runs the command and exits with a documented status.
    static func main() async {
        do {
            let command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
        } catch {
            ProgramEnd(for: error).exit()
        }
    }
}
