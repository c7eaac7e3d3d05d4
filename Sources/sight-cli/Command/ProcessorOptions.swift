import ArgumentParser
import SightConcurrency

/// The option `--threads` of commands that use all processors by default.
struct ProcessorOptions: ParsableArguments {
    @Option(
        name: .customLong("threads"),
        help: "Threads that share one model run, 1 to 256; all processors by default.")
    var given: Int?

    func validate() throws {
        if let given, !(1...256).contains(given) {
            throw ValidationError("--threads \(given) is not between 1 and 256")
        }
    }

    /// The number of threads to use.
    var count: Int { given ?? min(256, ProcessorCount.available) }
}
