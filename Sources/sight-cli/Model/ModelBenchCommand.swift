import ArgumentParser
import Foundation

/// `sight model bench`: measures the speed of a model.
struct ModelBenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Time a model: load, first run, median and 90th percentile.",
        discussion: """
            Floating-point and 8-bit inputs are filled with seeded noise, other inputs are zero. \
            The environment variable SIGHT_TIER chooses the tier of the kernels, see `sight --help`.

            EXAMPLES:
              sight model bench bird.tflite --threads 2
              sight model bench bird.tflite --profile --chart profile.svg
              sight model bench melspectrogram.tflite --shape 1,1280
              sight model bench calculator.tflite --signature mul
              SIGHT_TIER=scalar sight model bench bird.tflite --runs 5 --json
            """)

    @Argument(help: ArgumentHelp("The model.", valueName: "file"))
    var path: String

    @OptionGroup var graph: GraphOptions

    @OptionGroup var threads: ThreadOptions

    @OptionGroup var precision: PrecisionOption

    private static let runCounts = 1...100_000

    @Option(help: "Timed runs, 1 to 100000.")
    var runs = 50

    @Option(help: "Runs before the timed ones, including the first, 1 to 100000.")
    var warmup = 5

    @Option(
        name: .customLong("input"),
        help: ArgumentHelp(
            "A file for an input, as in `model run`; without any, the inputs are noise.",
            valueName: "[name-or-index=]file"))
    var inputs: [String] = []

    @OptionGroup var normalization: NormalizationOptions

    @Flag(
        help: """
            Show the time of each kind of operator and of each node, and what share of the \
            machine's peak its layers reach.
            """)
    var profile = false

    @Option(help: ArgumentHelp("Draw the profile as a bar chart.", valueName: "file.svg"))
    var chart: String?

    @Flag(help: "Print one JSON object instead.")
    var json = false

    @Flag(
        help: """
            Read a number of runs from each line of standard input, time that many runs and print \
            a line of JSON. A script can measure two programs by turns in this way.
            """)
    var turns = false

    func validate() throws {
        for (name, value) in [("--runs", runs), ("--warmup", warmup)]
        where !Self.runCounts.contains(value) {
            throw ValidationError("\(name) \(value) is not between 1 and 100000")
        }
        if let chart, !chart.lowercased().hasSuffix(".svg") {
            throw ValidationError("--chart \(chart) does not end in .svg")
        }
        if turns {
            guard !profile, chart == nil else {
                throw ValidationError("--turns only times runs and excludes --profile and --chart")
            }
            guard runs == 50, warmup == 5 else {
                throw ValidationError(
                    "--turns reads the numbers of runs and excludes --runs and --warmup")
            }
            for input in inputs where InputData.isStandardInput(argument: input) {
                throw ValidationError(
                    "--turns reads standard input and excludes --input \(input): give a file")
            }
        }
    }

    func run() throws {
        let setup = BenchSetup(
            path: path, threads: threads.count, precision: precision.precision,
            signature: graph.signature, inputs: inputs, shapes: graph.shapes,
            normalization: try normalization.argument.normalization())
        let bench = ModelBench(
            setup, runs: runs, warmup: warmup, isProfiled: profile || chart != nil)
        if turns {
            try takeTurns(bench)
            return
        }
        let result = try bench.run()
        if let chart, let profile = result.profile {
            try OutputFile.write(profile.chart(of: result).svg.utf8, to: chart)
        }
        print(json ? try JSONText.line(result) : result.text(withProfile: profile))
    }

    private func takeTurns(_ bench: ModelBench) throws {
        func show(_ line: some Encodable) {
            guard let text = try? JSONText.line(line) else { return }
            print(text)
            fflush(nil)  // The program that controls the turns waits for the line.
        }
        var lineNumber = 0
        try bench.takeTurns(
            next: { () throws(CommandError) in
                lineNumber += 1
                return try readLine().map { line throws(CommandError) in
                    try Self.runCount(line, lineNumber: lineNumber)
                }
            }, started: { show($0) }, report: { show($0) })
    }

    private static func runCount(_ line: String, lineNumber: Int) throws(CommandError) -> Int {
        guard let count = Int(line), runCounts.contains(count) else {
            throw CommandError(
                .usage,
                "--turns: line \(lineNumber) of standard input is \"\(line)\", not a number of "
                    + "runs from 1 to 100000")
        }
        return count
    }
}
