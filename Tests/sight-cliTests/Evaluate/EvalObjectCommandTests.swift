import Foundation
import Testing

@Suite struct EvalObjectCommandTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func file(_ name: String, _ lines: [String]) throws -> String {
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: name)
    }

    private func evaluate(_ truth: String, _ results: String, _ more: String...) throws
        -> SightExecutable.Outcome
    {
        try SightExecutable.run(
            arguments: ["eval", "sot", "--gt", truth, "--results", results] + more)
    }

    /// The expected numbers follow from four frames: exact, half of the box, missing, far away.
    @Test func measuresByHand() throws {
        let truth = try file("gt.txt", ["0 0 10 10", "0,0,10,10", "0\t0\t10\t10", "0 0 10 10"])
        let results = try file(
            "results.txt", ["0,0,10,10", "0,0,10,5", "NaN,NaN,NaN,NaN", "500,0,10,10"])
        let outcome = try evaluate(truth, results, "--json")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let row = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(row["frames"] as? Int == 4)
        // IoU 1 is above 20 of 21 thresholds, 0.5 above 10, 0 above none.
        #expect(abs((row["success"] as? Double ?? 0) - 30.0 / 84) <= 1e-9)
        #expect(row["precision"] as? Double == 0.5)
        #expect(abs((row["meanOverlap"] as? Double ?? 0) - 0.375) <= 1e-9)
        let text = try evaluate(truth, results)
        #expect(text.output == "4 frames: success 0.357, precision 0.500, mean IoU 0.375\n")
    }

    /// A perfect tracker finds nothing where nothing is.
    @Test func framesWithoutTheObjectAreLeftOut() throws {
        let truth = try file("gt.txt", ["0 0 10 10", "NaN,NaN,NaN,NaN", "0 0 0 0"])
        let perfect = try file("perfect.txt", ["0 0 10 10", "NaN,NaN,NaN,NaN", "0 0 10 10"])
        let outcome = try evaluate(truth, perfect, "--json")
        let row = try #require(
            JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(row["frames"] as? Int == 1 && row["absentFrames"] as? Int == 2)
        #expect(row["precision"] as? Double == 1 && row["meanOverlap"] as? Double == 1)
        let text = try evaluate(truth, perfect)
        #expect(
            text.output == "1 frame (2 frames without the object left out): success 0.952, "
                + "precision 1.000, mean IoU 1.000\n")
        let empty = try file("empty.txt", ["NaN,NaN,NaN,NaN"])
        let one = try file("one.txt", ["0 0 10 10"])
        let none = try evaluate(empty, one)
        #expect(none.status == 1 && none.output.isEmpty)
        #expect(none.complaints.contains("empty.txt: all 1 boxes of ground truth are empty"))
    }

    @Test func saysWhatIsWrong() throws {
        let truth = try file("gt.txt", ["0 0 10 10", "0 0 10 10"])
        let short = try file("short.txt", ["0 0 10 10"])
        let odd = try file("odd.txt", ["0 0 10 10", "0 0 ten 10"])
        for (results, complaint) in [
            (short, "1 results for 2"), (odd, "line 2: column 3 is \"ten\""),
            (scratch.path("none.txt"), "none.txt"),
        ] {
            let outcome = try evaluate(truth, results)
            #expect(outcome.status == 1)
            #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
            #expect(outcome.output.isEmpty)
        }
        #expect(try SightExecutable.run("eval", "sot", "--gt", truth).status == 2)
    }
}
