import Foundation
import SightInference
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

    @Test func bfloat16NeedsItsTier() throws {
        for command in ["bench", "run"] {
            let outcome = try SightExecutable.run(
                "model", command, model, "--bfloat16", environment: ["SIGHT_TIER": "scalar"])
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("--bfloat16"))
        }
        guard FloatPrecision.bfloat16.isAvailable else { return }
        for command in ["bench", "run"] {
            let outcome = try SightExecutable.run("model", command, model, "--bfloat16")
            #expect(outcome.status == 0)
        }
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

    /// Layers have a speed and its share of the peak of all threads; other nodes have neither.
    @Test(arguments: [1, 2])
    func aProfileTellsTheShareOfThePeak(threads: Int) throws {
        let path = try scratch.write(SmallModels.convolutions, to: "c.tflite")
        let arguments = ["model", "bench", path, "--profile", "--threads", "\(threads)"]
        let json = try object(SightExecutable.run(arguments: arguments + ["--json"]).output)
        let profile = try #require(json["profile"] as? [String: Any])
        let nodes = try #require(profile["nodes"] as? [[String: Any]])
        #expect(nodes.map { $0["operatorName"] as? String } == ["CONV_2D", "CONV_2D", "RESHAPE"])
        var peaks: [Double] = []
        for node in nodes.prefix(2) {
            let speed = try #require(node["gigaMultiplyAddsPerSecond"] as? Double)
            let time = try #require(node["milliseconds"] as? Double)
            #expect(abs(speed * time * 1e6 - 16_384) < 1)
            let share = try #require(node["peakShare"] as? Double)
            #expect(share > 0)
            peaks.append(speed / share)
        }
        // The numbers have six significant digits.
        #expect(abs(peaks[0] / peaks[1] - 1) < 1e-4)
        #expect(nodes[2]["gigaMultiplyAddsPerSecond"] == nil && nodes[2]["peakShare"] == nil)
        #expect(try SightExecutable.run(arguments: arguments).output.contains("of peak  node"))
    }

    /// Nodes that others compute have no time of their own.
    @Test func aProfileTellsWhereFusedNodesAre() throws {
        let path = try scratch.write(SmallModels.residual, to: "r.tflite")
        let arguments = ["model", "bench", path, "--profile"]
        let json = try object(SightExecutable.run(arguments: arguments + ["--json"]).output)
        let profile = try #require(json["profile"] as? [String: Any])
        let nodes = try #require(profile["nodes"] as? [[String: Any]])
        let names = nodes.compactMap { $0["name"] as? String }
        let hosts = nodes.map { $0["fusedInto"] as? String }
        #expect(hosts.count { $0 != nil } == 4)
        #expect(hosts.compactMap(\.self).allSatisfy(names.contains))
        #expect(hosts[2] == nil && hosts[5] == nil)
        let kinds = try #require(profile["operators"] as? [[String: Any]])
        #expect(kinds.compactMap { $0["fused"] as? Int }.reduce(0, +) == 4)
        let text = try SightExecutable.run(arguments: arguments).output
        let fused = text.split(separator: "\n").filter { $0.contains("in #") }
        #expect(fused.count == 4)
        #expect(fused.allSatisfy { !$0.contains("ms") && !$0.contains("%") })
    }

    /// Six significant digits, so that short runs keep theirs.
    @Test func numbersInJSONAreRounded() throws {
        let path = try scratch.write(SmallModels.convolutions, to: "c.tflite")
        let outcome = try SightExecutable.run("model", "bench", path, "--profile", "--json")
        let long = outcome.output.split { !"0123456789.".contains($0) }
            .filter { $0.contains(".") }
            .map { $0.filter { $0 != "." }.drop { $0 == "0" } }
        #expect(!long.isEmpty && long.allSatisfy { $0.count <= 6 }, "\(long)")
    }

    @Test func aDynamicModelIsTimedWithAShape() throws {
        let path = try scratch.write(SmallModels.dynamic, to: "d.tflite")
        let without = try SightExecutable.run("model", "bench", path)
        #expect(without.status == 3)
        #expect(without.complaints.contains("give --input file.npy, or --shape 0=N,N"))
        let outcome = try SightExecutable.run("model", "bench", path, "--shape", "image=2,3")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(
            outcome.complaints == "input 0 \"image\" resized from [-1,-1] to [2,3]\n")
    }

    @Test func anySignatureIsTimed() throws {
        let path = try scratch.write(SmallModels.calculator, to: "s.tflite")
        let outcome = try SightExecutable.run(
            "model", "bench", path, "--signature", "mul", "--profile")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("MUL #0") && outcome.complaints.isEmpty)
        let first = try SightExecutable.run("model", "bench", path)
        #expect(first.complaints.contains("\"add\" runs"))
    }

    @Test func turnsKeepStandardInput() throws {
        let outcome = try SightExecutable.run(
            "model", "bench", model, "--turns", "--input", "image=-")
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("excludes --input image=-"))
    }

    @Test(arguments: [
        ("--runs", "0"), ("--warmup", "-1"), ("--threads", "0"), ("--chart", "a.gif"),
    ])
    func optionsOutOfRangeAreNamed(option: String, value: String) throws {
        let outcome = try SightExecutable.run("model", "bench", model, "\(option)=\(value)")
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("\(option) \(value)"))
    }

    private func takeTurns(_ lines: String) throws -> SightExecutable.Outcome {
        let input = try scratch.write(Array(lines.utf8), to: "turns.txt")
        return try SightExecutable.run(
            arguments: ["model", "bench", model, "--turns"], inputFrom: input)
    }

    @Test func turnsAreTimedOneByOne() throws {
        let outcome = try takeTurns("3\n1\n")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let lines = try outcome.output.split(separator: "\n").map { try object(String($0)) }
        #expect(lines.count == 3)
        #expect(lines[0]["loadMilliseconds"] != nil)
        #expect(lines.dropFirst().allSatisfy { $0["medianMilliseconds"] != nil })
    }

    @Test(arguments: ["abc", "0", "-1", "", "100001", "99999999999999999999", "1.5"])
    func turnsAreNumbersOfRuns(line: String) throws {
        let outcome = try takeTurns("2\n\(line)\n3\n")
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("line 2 of standard input is \"\(line)\""))
        #expect(outcome.output.split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        ["--profile"], ["--chart", "a.svg"], ["--runs", "5"], ["--warmup", "1"],
    ])
    func turnsExcludeWhatTheyIgnore(options: [String]) throws {
        let outcome = try SightExecutable.run(
            arguments: ["model", "bench", model, "--turns"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("--turns") && outcome.complaints.contains(options[0]))
    }

    @Test func percentilesAreNearestRanks() {
        #expect(BenchResult.percentile(50, of: [3, 1, 2]) == 2)
        #expect(BenchResult.percentile(50, of: [4, 1, 3, 2]) == 2)
        #expect(BenchResult.percentile(90, of: (1...10).map(Double.init)) == 9)
        #expect(BenchResult.percentile(90, of: [7]) == 7)
    }
}
