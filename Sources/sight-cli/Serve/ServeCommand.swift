import ArgumentParser

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
        try OtherProgram(name: "sight-serve", package: "Packages/Serving").run(arguments)
    }
}
