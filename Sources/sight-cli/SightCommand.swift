import ArgumentParser
import Foundation
import Sight

/// The root command: `sight`.
@main
struct SightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sight",
        abstract: "Find, classify and track objects in images and videos.",
        discussion: """
            EXAMPLES:
              sight detect --model ssd.tflite photo.jpg
              sight detect --model ssd.tflite --out annotated.png photo.jpg
              sight classify photo.jpg
              sight segment --model deeplabv3.tflite --out colored.png street.jpg
              sight keypoints --model pose_landmark_full.tflite \\
                --detector pose_detection.tflite --out points.png dancer.jpg
              sight track --model ssd.tflite --out annotated.mp4 street.mp4
              sight model inspect bird.tflite
              sight model run bird.tflite --input photo.npy --output-dir out
              sight model bench bird.tflite --threads 2 --profile
              sight eval mot --gt gt.txt --results tracks.txt
              sight models download bird --url https://example.com/bird.tflite
              sight serve --repository models/
              sight --version

            EXIT STATUS:
              0  done
              1  some inputs failed
              2  wrong usage, or an output cannot be written
              3  the model is unusable

            ENVIRONMENT:
              SIGHT_MODELS  a folder; its files localizer.tflite and
                            classifier.tflite replace the built-in models.
              SIGHT_TIER    the tier of the kernels: scalar, avx2, avxvnni, avx512,
                            avx512vnni or amxint8; on Arm scalar, neon, neondot
                            or neoni8mm. If the processor lacks the tier, its
                            best one is used.
            """,
        subcommands: [
            DetectCommand.self, ClassifyCommand.self, SegmentCommand.self, KeypointsCommand.self,
            TrackCommand.self, EvalCommand.self, ModelCommand.self,
            ModelsCommand.self, ServeCommand.self,
        ])

    /// The output of `sight --version`.
    ///
    /// The configuration has no version: the parser would then add an option `--version` to each
    /// subcommand, and some have an option of this name.
    private static var version: String {
        """
        sight \(SightVersion.current)
        kernels: \(KernelTier.current) of \(KernelTier.available.joined(separator: ", "))
        """
    }

    /// Parses the arguments, runs the command and exits with a documented status.
    static func main() async {
        let arguments = NegativeNumbers.joined(CommandLine.arguments.dropFirst())
        let tier = ProcessInfo.processInfo.environment["SIGHT_TIER"]
        if let warning = TierVariable.warning(about: tier) { Console.complain(warning) }
        do {
            let command = try command(for: arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
            try Console.finish()
        } catch {
            ProgramEnd(for: error).exit()
        }
    }

    /// Returns the command that the arguments name.
    ///
    /// - Throws: an error of the parser, or the request for the version.
    private static func command(for arguments: [String]) throws -> any ParsableCommand {
        guard arguments.first != "--version" else { throw CleanExit.message(version) }
        return try parseAsRoot(arguments)
    }
}
