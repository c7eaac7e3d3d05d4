import Foundation
import ModelFixtures
import Testing

@Suite struct EvalDetectCommandTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        // the left half of the image, and a box that overlaps nothing annotated
        model = try scratch.write(
            StubModels.detector(
                boxes: [[0, 0, 1, 0.5], [0, 0.875, 0.125, 1]], classes: [0, 0], scores: [0.5, 0.9]),
            to: "model.tflite")
        try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
    }

    private func annotate(_ lines: String...) throws -> String {
        try scratch.write(
            Array(lines.joined(separator: "\n").utf8), to: "annotations.jsonl")
    }

    private func evaluate(_ annotations: String, _ more: String...) throws
        -> SightExecutable.Outcome
    {
        try SightExecutable.run(
            arguments: ["eval", "detect", "--model", model, "--annotations", annotations] + more)
    }

    @Test func measuresAgainstExhaustiveAndPartialImages() throws {
        let annotations = try annotate(
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1]],"coverage":"exhaustive","source":"x"}"#,
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1]],"coverage":"partial","source":"y"}"#,
            #"{"file":"a.bmp","boxes":[[0,0,1,1]],"boxes_kind":"auto-teacher"}"#)
        let outcome = try evaluate(annotations, "--json", "--by-source")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let report =
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(report?["images"] as? Int == 2)
        #expect(report?["exhaustiveImages"] as? Int == 1)
        let figures = report?["figures"] as? [String: Double]
        // the wrong box has the better score: precision one half at every recall
        #expect(figures?["AP50"] == 0.5)
        #expect(figures?["AR@1"] == 0)
        #expect(figures?["AR@5"] == 1)
        #expect(figures?["firstHit"] == 0)
        let sources = report?["sources"] as? [String: [String: Double]]
        #expect(sources?["x"]?["AP50"] == 0.5)
        #expect(sources?["y"]?["AP50"] == nil)
    }

    @Test func drawsTheCurveAndWritesTheBoxes() throws {
        let annotations = try annotate(#"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#)
        let (curve, boxes) = (scratch.path("curve.svg"), scratch.path("boxes.jsonl"))
        let outcome = try evaluate(annotations, "--curve", curve, "--boxes", boxes)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("AP50"))
        #expect(try scratch.text("curve.svg").contains("overlap 0.50: AP 0.500"))
        let found =
            try JSONSerialization.jsonObject(with: Data(scratch.bytes("boxes.jsonl")))
            as? [String: Any]
        #expect(found?["boxes"] as? [[Double]] == [[35, 0, 5, 2.5], [0, 0, 20, 20]])
    }

    /// The options of `sight detect` for raw outputs; the first anchor is the left half.
    @Test func rawOutputsTakeTheOptionsOfDetect() throws {
        let raw = try scratch.write(
            StubModels.raw([
                ([1, 2, 4], [Float](repeating: 0, count: 8)), ([1, 2, 2], [0.9, 0, 0.1, 0]),
            ]),
            to: "raw.tflite")
        let anchors = try scratch.write(
            Array("[[0.5, 0.25, 1, 0.5], [0.5, 0.75, 1, 0.5]]".utf8), to: "anchors.json")
        let annotations = try annotate(#"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#)
        let command = ["eval", "detect", "--model", raw, "--annotations", annotations]
        let bare = try SightExecutable.run(arguments: command)
        #expect(bare.status == 3)
        #expect(bare.complaints.contains("in the option anchors"))
        let outcome = try SightExecutable.run(
            arguments: command + [
                "--anchors", anchors, "--head", "ssd", "--fit", "squash", "--mean", "127.5",
                "--std", "127.5", "--channel-order", "rgb", "--overlap", "0.5", "--json",
            ])
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let report =
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect((report?["figures"] as? [String: Double])?["AR@1"] == 1)
        let wrong = try SightExecutable.run(arguments: command + ["--overlap", "2"])
        #expect(wrong.status == 2)
        #expect(wrong.complaints.contains("--overlap"))
    }

    @Test func badLinesAreNamed() throws {
        let annotations = try annotate(#"{"file":"a.bmp","boxes":[]}"#, "nonsense")
        let outcome = try evaluate(annotations)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("annotations.jsonl:2: not an annotated image"))
    }

    /// A typing error must not leave out an image.
    @Test(arguments: [
        (
            #""boxes":[[0,0,1,1]],"boxes_kind":"humans""#,
            #"boxes_kind is "humans": give human or mask"#
        ),
        (
            #""boxes":[[0,0,1,1]],"coverage":"Exhaustive""#,
            #"coverage is "Exhaustive": give exhaustive, partial, main or none"#
        ),
        (#""bboxes":[[0,0,1,1]]"#, "boxes is missing: give [[x0, y0, x1, y1], …]"),
    ])
    func unknownValuesAreNamed(_ fields: String, _ words: String) throws {
        let annotations = try annotate(
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#, #"{"file":"a.bmp",\#(fields)}"#)
        let outcome = try evaluate(annotations)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains("annotations.jsonl:2: \(words)"))
    }

    /// All values of the format are read.
    @Test func knownValuesAreRead() throws {
        let kinds = ["human", "mask", "none", "auto-white", "auto-agree", "auto-grabcut"]
        let coverages = ["exhaustive", "partial", "main", "none"]
        let lines = kinds.flatMap { kind in
            coverages.map {
                #"{"file":"a.bmp","boxes":[[0,0,0.5,1]],"boxes_kind":"\#(kind)","coverage":"\#($0)"}"#
            }
        }
        let annotations = try annotate(lines.joined(separator: "\n"))
        let outcome = try evaluate(annotations)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("8 images, everything boxed in 2"))
    }

    @Test(arguments: [
        (#"{"file":"a.bmp","boxes":[[NaN,0,1,1]]}"#, "boxes[0] is [nan, 0.0, 1.0, 1.0]: give"),
        (#"{"file":"a.bmp","boxes":[[0,0,1,"x"]]}"#, "boxes[0][3] cannot be read: give lists"),
        (
            #"{"file":"a.bmp","boxes":[[0,0,1,1]],"ignore":[true]}"#,
            "ignore[0] cannot be read: give"
        ),
        (#"{"file":"a.bmp","boxes":[[0,0,1,1]],"ignore":[0.5]}"#, "ignore cannot be read: give"),
        (#"{"file":"a.bmp","boxes":[[0,0,1,1]],"width":NaN}"#, "width is nan"),
        (#"{"boxes":[[0,0,1,1]]}"#, "file is missing: give the path"),
        (#"["a.bmp"]"#, "not an annotated image"),
    ])
    func fieldsThatCannotBeReadAreNamed(_ line: String, _ words: String) throws {
        let annotations = try annotate(#"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#, line)
        let outcome = try evaluate(annotations)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("annotations.jsonl:2: \(words)"))
    }

    @Test(arguments: [
        (
            #"{"file":"a.bmp","boxes":[[0,0,1,1]],"boxes_kind":"none"}"#,
            "the boxes of 0 of 1 images"
        ),
        (#"{"file":"a.bmp","boxes":[[0,0,1,1]],"ignore":[1]}"#, "0 of 1 images have a box"),
        (#"{"file":"a.bmp","boxes":[]}"#, "0 of 1 images have a box that counts"),
    ])
    func nothingToMeasureIsAnError(_ line: String, _ words: String) throws {
        let outcome = try evaluate(annotate(line))
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains(words))
    }

    @Test func blankLinesOfWindowsAreSkipped() throws {
        let line = #"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#
        let outcome = try evaluate(annotate(line + "\r", "\r", " \t\r", line + "\r", ""))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("2 images"))
    }

    @Test func absolutePathsAreRead() throws {
        let path = scratch.path("a.bmp")
        let outcome = try evaluate(annotate(#"{"file":"\#(path)","boxes":[[0,0,0.5,1]]}"#))
        #expect(outcome.status == 0, "\(outcome.complaints)")
    }

    @Test(arguments: [
        ("[10,10,200,200]", "boxes[1] is [10.0, 10.0, 200.0, 200.0]: give x0, y0, x1 and y1"),
        ("[0,0,1]", "boxes[1] has 3 numbers: give four"),
        ("[0.5,0,0.25,1]", "boxes[1] is [0.5, 0.0, 0.25, 1.0], which covers nothing"),
        ("[0.5,0,0.5,1]", "boxes[1] is [0.5, 0.0, 0.5, 1.0], which covers nothing"),
        ("[-0.5,0,0.5,1]", "boxes[1] is [-0.5, 0.0, 0.5, 1.0]: give x0"),
    ])
    func wrongBoxesAreNamed(_ box: String, _ words: String) throws {
        let annotations = try annotate(
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#,
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1],\#(box)]}"#)
        let outcome = try evaluate(annotations)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains("annotations.jsonl:2: \(words)"))
    }

    /// A box may extend beyond the image by a hundredth of it.
    @Test func roundedBoxesAreRead() throws {
        let annotations = try annotate(#"{"file":"a.bmp","boxes":[[-0.005,0,0.5,1.005]]}"#)
        #expect(try evaluate(annotations).status == 0)
    }

    /// A pipe without a writer and an endless device are not opened.
    @Test(.timeLimit(.minutes(10)), arguments: ["pipe", "../../../../../../../../dev/zero"])
    func onlyFilesAreOpened(file: String) throws {
        #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
        let outcome = try evaluate(
            annotate(#"{"file":"a.bmp","boxes":[]}"#, "", #"{"file":"\#(file)","boxes":[]}"#))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("annotations.jsonl:3: "))
        #expect(outcome.complaints.contains("is not a regular file"))
    }

    @Test func missingImagesAreCountedNotHidden() throws {
        let annotations = try annotate(
            #"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#, #"{"file":"none.png","boxes":[[0,0,1,1]]}"#)
        let outcome = try evaluate(annotations)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("1 images, everything boxed in 1, 1 failed"))
    }
}
