import ArgumentParser

/// The option `--threads`, wherever a model runs.
struct ThreadOptions: ParsableArguments {
    @Option(name: .customLong("threads"), help: "Threads that share each operator, 1 to 256.")
    var count = 1

    func validate() throws {
        guard (1...256).contains(count) else {
            throw ValidationError("--threads \(count) is not between 1 and 256")
        }
    }
}
