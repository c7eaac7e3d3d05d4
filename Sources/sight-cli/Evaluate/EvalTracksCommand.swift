import ArgumentParser

/// `sight eval mot`: measures a tracker of many objects.
struct EvalTracksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mot",
        abstract: "Measure tracks: HOTA, CLEAR and identity metrics.",
        discussion: """
            Both files are MOTChallenge text: frame,id,left,top,width,height,score,… Ground truth \
            counts where its seventh column is not 0 and, with a class in the eighth of nine \
            columns, where that is 1; results count where the identity is not negative. Without \
            ground truth that counts, MOTA is – (null in JSON). Several sequences are given by \
            repeating both options in the same order.

            EXAMPLES:
              sight eval mot --gt gt.txt --results tracks.txt
              sight eval mot --gt a/gt.txt --results a.txt \\
                --gt b/gt.txt --results b.txt --json
              sight eval mot --gt gt.txt --results tracks.txt --plot tracks.svg
            """)

    @Option(name: .customLong("gt"), help: ArgumentHelp("Ground truth.", valueName: "file"))
    var groundTruth: [String] = []

    @Option(help: ArgumentHelp("The results of a tracker.", valueName: "file"))
    var results: [String] = []

    @Option(help: ArgumentHelp("Draw the metrics as a bar chart.", valueName: "file.svg"))
    var plot: String?

    @Flag(help: "Print one JSON object for each sequence instead.")
    var json = false

    func validate() throws {
        guard !groundTruth.isEmpty, groundTruth.count == results.count else {
            throw ValidationError(
                "got \(groundTruth.count) of --gt and \(results.count) of --results: "
                    + "give both for each sequence")
        }
        if let plot, !plot.lowercased().hasSuffix(".svg") {
            throw ValidationError("--plot \(plot) does not end in .svg")
        }
    }

    func run() throws {
        let report = try TracksReport(groundTruth: groundTruth, results: results)
        for warning in report.warnings { Console.complain(warning) }
        if let plot { try OutputFile.write(report.chart.svg.utf8, to: plot) }
        if json {
            for row in report.rows { print(try JSONText.line(row)) }
        } else {
            print(report.text, terminator: "")
        }
    }
}
