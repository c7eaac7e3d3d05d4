import ArgumentParser

/// `sight serve`: runs `sight-serve`, a separate program with a server.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve models over the network: runs sight-serve.",
        discussion: """
            This command starts the program sight-serve, because the package of `sight` does not \
            depend on server packages. The command looks for it beside this program and in PATH; \
            `swift build -c release --package-path Packages/Serving` builds it. \
            Documentation/SCALE.md describes it.

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
