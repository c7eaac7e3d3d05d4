import Foundation
import Testing

@Suite struct EvalTracksCommandTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Returns the ground truth of two objects over ten frames; the flag 0 leaves out the first
    /// object in frame 6.
    private func truth(flag: Int = 1) -> String {
        (1...10).flatMap { frame in
            [
                "\(frame),1,\(10 * frame),20,40,80,\(frame == 6 ? flag : 1),-1,-1,-1",
                "\(frame),2,300,20,40,80,1,-1,-1,-1",
            ]
        }.joined(separator: "\n")
    }

    /// Returns results with both objects, the first with another identity from frame 6 on.
    private func switching() -> String {
        (1...10).flatMap { frame in
            [
                "\(frame),\(frame < 6 ? 4 : 9),\(10 * frame),20,40,80,0.9,-1,-1,-1",
                "\(frame),7,300,20,40,80,0.8,-1,-1,-1",
            ]
        }.joined(separator: "\n")
    }

    /// Writes a file, and returns its path.
    private func file(_ name: String, _ text: String) throws -> String {
        try scratch.write(Array(text.utf8), to: name)
    }

    private func evaluate(_ arguments: String...) throws -> SightExecutable.Outcome {
        try SightExecutable.run(arguments: ["eval", "mot"] + arguments)
    }

    /// Returns the rows of an outcome's JSON lines.
    private func rows(_ outcome: SightExecutable.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// The metrics agree with a manual computation: no misses, no false alarms, one switch.
    @Test func measuresASwitch() throws {
        let (gt, results) = (
            try file("gt.txt", truth()), try file("results.txt", switching())
        )
        let outcome = try evaluate("--gt", gt, "--results", results, "--json")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let row = try #require(rows(outcome).first)
        #expect(row["sequence"] as? String == results)
        #expect(row["detA"] as? Double == 1)
        #expect(row["idSwitches"] as? Int == 1)
        #expect(row["misses"] as? Int == 0 && row["falseAlarms"] as? Int == 0)
        #expect(row["objects"] as? Int == 2 && row["mostlyTracked"] as? Int == 2)
        #expect(abs((row["mota"] as? Double ?? 0) - 0.95) <= 1e-12)
        // The 10 boxes of the second object are associated completely, those of the first by half.
        #expect(abs((row["assA"] as? Double ?? 0) - 0.75) <= 1e-12)
        #expect(abs((row["hota"] as? Double ?? 0) - 0.75.squareRoot()) <= 1e-12)
        #expect(abs((row["idf1"] as? Double ?? 0) - 0.75) <= 1e-12)
        let table = try evaluate("--gt", gt, "--results", results)
        #expect(table.status == 0)
        #expect(table.output.contains("HOTA") && table.output.contains("0.866"))
    }

    @Test func sequencesAreCombined() throws {
        let (gt, same) = (try file("gt.txt", truth()), try file("same.txt", truth()))
        let results = try file("results.txt", switching())
        let plot = scratch.path("plot.svg")
        let outcome = try evaluate(
            "--gt", gt, "--results", results, "--gt", gt, "--results", same, "--json", "--plot",
            plot)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let rows = try rows(outcome)
        #expect(rows.map { $0["sequence"] as? String } == [results, same, "all"])
        #expect(rows[1]["hota"] as? Double == 1)
        #expect(rows[2]["idSwitches"] as? Int == 1)
        #expect(rows[2]["objects"] as? Int == 4 && rows[2]["hits"] as? Int == 40)
        #expect(try scratch.text("plot.svg").contains("HOTA"))
    }

    /// A box of the ground truth with flag 0 does not count, so a result there is a false alarm.
    @Test func truthWithFlagZeroDoesNotCount() throws {
        let outcome = try evaluate(
            "--gt", file("gt.txt", truth(flag: 0)), "--results", file("same.txt", truth()),
            "--json")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let row = try #require(rows(outcome).first)
        #expect(row["hits"] as? Int == 19 && row["misses"] as? Int == 0)
        #expect(row["falseAlarms"] as? Int == 1)
    }

    @Test func resultsWithoutBoxesHaveScoresOfZero() throws {
        let outcome = try evaluate(
            "--gt", file("gt.txt", truth()), "--results", file("none.txt", ""), "--json")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let row = try #require(rows(outcome).first)
        #expect(row["hota"] as? Double == 0)
        #expect(row["misses"] as? Int == 20)
        #expect(outcome.complaints.contains("none.txt has no rows"))
    }

    /// Files without a row that counts give figures, but never silently.
    @Test func uncountedRowsAreNamed() throws {
        let gt = try file("gt.txt", truth())
        let results = try file("results.txt", switching())
        let detections = try file("det.txt", "1,-1,10,20,40,80,0.9\n2,-1,10,20,40,80,0.9\n")
        let found = try evaluate("--gt", gt, "--results", detections, "--json")
        #expect(found.status == 0)
        #expect(
            found.complaints.contains("det.txt: 0 of 2 rows count: their identities are below 0"))
        #expect(try rows(found).first?["mota"] as? Double == 0)
        let other = try file("other.txt", "1,1,10,20,40,80,1,3,1\n2,1,10,20,40,80,0,1,1\n")
        let outcome = try evaluate("--gt", other, "--results", results, "--json")
        #expect(outcome.status == 0)
        #expect(
            outcome.complaints.contains(
                "other.txt: 0 of 2 rows count: the flag of 1 is 0, and the class of 1 is 3, not 1"))
        let row = try #require(rows(outcome).first)
        #expect(row["mota"] is NSNull && row["falseAlarms"] as? Int == 20)
        let table = try evaluate("--gt", other, "--results", results)
        #expect(table.output.contains(" – "))
        let both = try evaluate("--gt", other, "--results", results, "--gt", gt, "--results", gt)
        #expect(both.status == 0 && both.complaints.contains("other.txt: 0 of 2 rows"))
    }

    @Test func nothingToCompareIsAnError() throws {
        let empty = try file("empty.txt", "")
        let detections = try file("det.txt", "1,-1,10,20,40,80,0.9\n")
        let outcome = try evaluate("--gt", empty, "--results", detections)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.complaints.contains("there is nothing to compare: "))
        #expect(outcome.complaints.contains("empty.txt has no rows; "))
        #expect(outcome.complaints.contains("det.txt: 0 of 1 rows count"))
        // A scene without objects is no error beside others.
        let gt = try file("gt.txt", truth())
        let both = try evaluate("--gt", empty, "--results", detections, "--gt", gt, "--results", gt)
        #expect(both.status == 0 && both.complaints.contains("empty.txt has no rows"))
    }

    @Test func badInputIsNamed() throws {
        let gt = try file("gt.txt", truth())
        let nan = try file("nan.txt", "1,1,10,20,40,80,1\n2,1,nan,20,40,80,1\n")
        let twice = try file("twice.txt", "3,5,1,1,9,9,1\n3,5,50,1,9,9,1\n")
        let shifted = try file("shifted.txt", "1,1,0,0,10,10,,3,1\n")
        let cases: [([String], Int32, String)] = [
            (["--gt", gt, "--results", nan], 1, "nan.txt: line 2"),
            (["--gt", gt, "--results", twice], 1, "twice.txt: frame 3"),
            (["--gt", twice, "--results", gt], 1, "twice.txt: frame 3 of ground truth"),
            (["--gt", gt, "--results", shifted], 1, "shifted.txt: line 1: column 7 is empty"),
            (["--gt", scratch.path("missing.txt"), "--results", nan], 1, "missing.txt"),
            (["--gt", gt], 2, "0 of --results"),
            ([], 2, "0 of --gt"),
            (["--gt", gt, "--results", gt, "--plot", "plot.png"], 2, "plot.png"),
        ]
        for (arguments, status, complaint) in cases {
            let outcome = try SightExecutable.run(arguments: ["eval", "mot"] + arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.complaints)")
            #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
            #expect(outcome.output.isEmpty)
        }
    }
}
