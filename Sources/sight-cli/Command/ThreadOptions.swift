import ArgumentParser

/// The option `--threads` of commands that run a model.
struct ThreadOptions: ParsableArguments {
    @Option(name: .customLong("threads"), help: "Threads that share each operator, 1 to 256.")
    var count = 1

    func validate() throws {
        guard (1...256).contains(count) else {
            throw ValidationError("--threads \(count) is not between 1 and 256")
        }
    }
}
