import Foundation
import Testing

/// The discussions of all commands, which the parser breaks into lines of 80 characters.
@Suite struct HelpExamplesTests {
    /// A command in the parser's description of the program.
    private struct Command: Decodable {
        let commandName: String
        let discussion: String?
        let subcommands: [Command]?

        /// This command and those below it.
        var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }

        var lines: [Substring] {
            (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        }
    }

    private struct Program: Decodable { let command: Command }

    private let commands: [Command]

    init() throws {
        let text = try SightExecutable.run("--experimental-dump-help").output
        commands = try JSONDecoder().decode(Program.self, from: Data(text.utf8)).command.all
    }

    /// A copied example breaks if the parser has broken its line.
    @Test func examplesFitIntoALine() {
        var count = 0
        for command in commands {
            for line in command.lines where line.hasPrefix("  ") {
                #expect(line.count <= 78, "\(command.commandName): \(line)")
                count += 1
            }
        }
        #expect(count > 60)
    }

    /// The second half of an example that goes on has a larger indentation.
    @Test func examplesGoOnInTheNextLine() {
        for command in commands {
            for (line, next) in zip(command.lines, command.lines.dropFirst())
            where line.hasSuffix("\\") {
                #expect(next.hasPrefix("    "), "\(command.commandName): \(next)")
            }
        }
    }

    /// The parser would break the lines of a paragraph a second time.
    @Test func paragraphsAreNotBrokenByHand() {
        for command in commands {
            for (line, next) in zip(command.lines, command.lines.dropFirst())
            where !line.isEmpty && !line.hasPrefix(" ") && !line.hasSuffix(":") {
                #expect(next.isEmpty, "\(command.commandName): \(next)")
            }
        }
    }
}
