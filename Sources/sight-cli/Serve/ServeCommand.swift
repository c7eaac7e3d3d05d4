import ArgumentParser
import Foundation

/// `sight serve`: hands over to `sight-serve`, a program of its own with a server inside.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve models over the network: runs sight-serve.",
        discussion: """
            The service is the package in the folder Serving, so that nobody else builds a server: \
            `swift build -c release --package-path Packages/Serving` makes sight-serve. It is looked for \
            beside this program and in PATH. Documentation/SCALE.md tells what it does.

            EXAMPLES:
              sight serve --repository models/ --port 8000 --grpc-port 8001
              sight serve --help
            """)

    @Argument(parsing: .captureForPassthrough, help: "Arguments of sight-serve.")
    var arguments: [String] = []

    func run() throws {
        guard let program = Self.program() else {
            throw CommandError(
                .usage,
                "sight-serve is neither beside this program nor in PATH; "
                    + "`swift build -c release --package-path Packages/Serving` makes it")
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        execv(program, words)
        throw CommandError(
            .usage, "\(program) cannot be run: \(String(cString: strerror(errno)))")
    }

    /// The first `sight-serve` that can be run.
    private static func program() -> String? {
        let own = Bundle.main.executableURL?.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = [own].compactMap { $0 } + path.split(separator: ":").map(String.init)
        return folders.map { $0 + "/sight-serve" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
