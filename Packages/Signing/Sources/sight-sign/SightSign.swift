import ArgumentParser
import SightModels

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
              sight-sign --version

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
            let command = try command(for: Array(CommandLine.arguments.dropFirst()))
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

    /// Returns the command that the arguments name.
    ///
    /// The configuration has no version: the parser would then add a flag `--version` to each
    /// subcommand, and `sign` has an option of this name.
    ///
    /// - Throws: an error of the parser, or the request for the version.
    private static func command(for arguments: [String]) throws -> any ParsableCommand {
        guard arguments.first != "--version" else {
            throw CleanExit.message("sight-sign \(SightVersion.current)")
        }
        return try parseAsRoot(arguments)
    }
}
