import Foundation
import Testing

/// `sight track --detections`, which needs no model.
@Suite struct DetectionTextTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func track(_ text: String, _ more: String...) throws -> SightExecutable.Outcome {
        let detections = try scratch.write(Array(text.utf8), to: "det.txt")
        return try SightExecutable.run(
            arguments: ["track", "--detections", detections, "--mot", scratch.path("out.txt")]
                + more)
    }

    /// Blank lines and comments count, and so do the lines of another system.
    @Test(arguments: [
        ("1,-1,10,10,-30,40,0.9", 1), ("1,-1,10,10,30,-40,0.9", 1),
        ("# boxes\n\n1,-1,1,2,3,4,1\n\n2,-1,1,2,-3,4,1\n3,-1,1,2,-3,4,1\n", 5),
        ("\u{FEFF}1,-1,1,2,3,4,1\r\n2,-1,1,2,3,-4,1\r\n", 2),
    ])
    func negativeSizesNameTheirLine(text: String, line: Int) throws {
        try scratch.write(Array("kept".utf8), to: "out.txt")
        let outcome = try track(text)
        #expect(outcome.status == 1)
        #expect(
            outcome.complaints.contains("det.txt: line \(line): the box is "),
            "\(outcome.complaints)")
        #expect(try scratch.text("out.txt") == "kept")
    }

    @Test func boxesAtTheEdgeMayBeEmpty() throws {
        #expect(try track("1,-1,10,10,0,40,0.9\n").status == 0)
    }

    /// The times of all frames are checked before the results are opened.
    @Test func impossibleRatesKeepTheResults() throws {
        try scratch.write(Array("kept".utf8), to: "out.txt")
        let outcome = try track("1,-1,1,2,3,4,1\n100,-1,1,2,3,4,1\n", "--fps", "1e-8")
        #expect(outcome.status == 2 && outcome.complaints.contains("--fps"))
        #expect(try scratch.text("out.txt") == "kept")
    }

    @Test(arguments: [
        ["--model", "m.tflite"], ["--classifier", "c.tflite"], ["--labels", "l.txt"],
        ["--threshold", "0.5"], ["--mean", "-1"], ["--anchors", "a.npy"], ["--classify"],
    ])
    func modelsAreOfNoUse(_ options: [String]) throws {
        let outcome = try SightExecutable.run(
            arguments: ["track", "--detections", "d", "--mot", "m"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("\(options[0]) has no effect"))
    }

    @Test func theDetectionsAreNoOutput() throws {
        let text = "1,-1,1,2,3,4,1\n"
        let detections = try scratch.write(Array(text.utf8), to: "det.txt")
        let outcome = try SightExecutable.run(
            "track", "--detections", detections, "--mot", scratch.url.path + "/./det.txt")
        #expect(outcome.status == 2 && outcome.complaints.contains("would overwrite"))
        #expect(try scratch.text("det.txt") == text)
    }
}
