import ArgumentParser

/// `sight models sign`: runs `sight-sign`, a separate program because it needs a library for
/// cryptography.
struct ModelsSignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a model: runs sight-sign sign.",
        discussion: """
            EXAMPLES:
              sight models keys generate release.key
              sight models keys create keys.json --publisher example.com --key PUBLIC
              sight models sign bird.tflite --name bird --version 7 \\
                --keys keys.json --by release.key
            """)

    static let program = OtherProgram(name: "sight-sign", package: "Packages/Signing")

    @Argument(parsing: .captureForPassthrough, help: "Arguments of sight-sign sign.")
    var arguments: [String] = []

    func run() throws { try Self.program.run(["sign"] + arguments) }
}

/// `sight models keys`: creates and replaces the keys of a publisher.
struct ModelsKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make keys for signing, and replace them: runs sight-sign keys.")

    @Argument(parsing: .captureForPassthrough, help: "Arguments of sight-sign keys.")
    var arguments: [String] = []

    func run() throws { try ModelsSignCommand.program.run(["keys"] + arguments) }
}
