import Testing
import sight_cli

@Suite struct NegativeNumbersTests {
    @Test(arguments: [
        (["--max", "-5"], ["--max=-5"]),
        (["a", "--threshold", "-.5", "b"], ["a", "--threshold=-.5", "b"]),
        (["--init", "-10,-10,50,50"], ["--init=-10,-10,50,50"]),
        (["--fps", "-1e3", "--max", "-inf"], ["--fps=-1e3", "--max=-inf"]),
        (["--max=3", "-5"], ["--max=3", "-5"]),
        (["--max", "5", "-5"], ["--max", "5", "-5"]),
        (["--json", "-x", "-"], ["--json", "-x", "-"]),
        (["--json", "--", "--max", "-5"], ["--json", "--", "--max", "-5"]),
        (["-h", "-5"], ["-h", "-5"]),
        (["--", "-5"], ["--", "-5"]),
    ])
    func onlyNumbersAfterOptionsAreJoined(arguments: [String], expected: [String]) {
        #expect(NegativeNumbers.joined(arguments) == expected)
    }

    /// The complaint is about the number, and not about a missing value.
    @Test(arguments: [
        (["detect", "a.jpg"], "--threads", "-1", "is not between 1 and 256"),
        (["detect", "a.jpg"], "--threshold", "-1", "is not a score"),
        (["detect", "a.jpg"], "--max", "-5", "is not 1 or more"),
        (["detect", "a.jpg"], "--overlap", "-0.5", "is not an overlap"),
        (["detect", "a.jpg"], "--mean", "-1,2", "2 numbers"),
        (["track", "a.mp4"], "--every", "-3", "is not 1 or more"),
        (["track", "a.mp4"], "--fps", "-3", "is not above 0"),
        (["track", "a.mp4"], "--serve", "-1", "is not a port"),
        (["track", "a.mp4"], "--init", "-1,-1,2", "--init"),
        (["keypoints", "--model", "m", "a.jpg"], "--region-scale", "-1", "is not above 0"),
        (["model", "run", "m"], "--maximum-memory", "-1", "is not between 1 and 2048"),
        (["model", "bench", "m"], "--runs", "-1", "is not between 1 and 100000"),
        (["models", "rollout", "bird"], "--percent", "-1", "is not between 0 and 100"),
        (["models", "stats"], "--days", "-1", "is not between 1 and 3660"),
    ])
    func negativeNumbersAreRead(
        command: [String], option: String, value: String, complaint: String
    ) throws {
        let outcome = try SightExecutable.run(arguments: command + [option, value])
        #expect(outcome.status == 2)
        #expect(!outcome.complaints.contains("Missing value"), "\(outcome.complaints)")
        #expect(outcome.complaints.contains(option) && outcome.complaints.contains(complaint))
    }
}
