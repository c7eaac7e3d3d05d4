import Foundation
import Testing
import sight_cli

@Suite struct ModelBenchCommandTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(SmallModels.reshape, to: "m.tflite")
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func jsonHasTheDocumentedKeys() throws {
        let outcome = try SightExecutable.run("model", "bench", model, "--runs", "3", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.filter { $0 == "\n" }.count == 1)
        let object = try object(outcome.output)
        #expect(
            Set(object.keys) == [
                "model", "threads", "tier", "loadMilliseconds", "firstRunMilliseconds",
                "medianMilliseconds", "p90Milliseconds", "peakBytes", "growthBytes", "runs",
            ])
        #expect(object["threads"] as? Int == 1)
        #expect(try #require(object["peakBytes"] as? Int) > 0)
    }

    @Test func theTierCanBeForced() throws {
        let outcome = try SightExecutable.run(
            "model", "bench", model, "--json", environment: ["SIGHT_TIER": "scalar"])
        #expect(try object(outcome.output)["tier"] as? String == "scalar")
    }

    @Test func aProfileIsPrintedAndDrawn() throws {
        let chart = scratch.path("p.svg")
        let outcome = try SightExecutable.run(
            "model", "bench", model, "--profile", "--chart", chart)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("RESHAPE #0"))
        #expect(try scratch.text("p.svg").hasPrefix("<svg"))
        let json = try SightExecutable.run("model", "bench", model, "--profile", "--json")
        #expect(try object(json.output)["profile"] != nil)
    }

    @Test(arguments: [
        ("--runs", "0"), ("--warmup", "-1"), ("--threads", "0"), ("--chart", "a.gif"),
    ])
    func optionsOutOfRangeAreNamed(option: String, value: String) throws {
        let outcome = try SightExecutable.run("model", "bench", model, "\(option)=\(value)")
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("\(option) \(value)"))
    }

    @Test func percentilesAreNearestRanks() {
        #expect(BenchResult.percentile(50, of: [3, 1, 2]) == 2)
        #expect(BenchResult.percentile(50, of: [4, 1, 3, 2]) == 2)
        #expect(BenchResult.percentile(90, of: (1...10).map(Double.init)) == 9)
        #expect(BenchResult.percentile(90, of: [7]) == 7)
    }
}
