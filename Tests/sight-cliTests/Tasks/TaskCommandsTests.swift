import Foundation
import ModelFixtures
import SightTensor
import Testing

@Suite struct TaskCommandsTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func classifyNamesTheImage() throws {
        let model = try scratch.write(StubModels.classifier(scores: [64, 192]), to: "c.tflite")
        let labels = try scratch.write(Array("cat\ndog\n".utf8), to: "names.txt")
        let outcome = try SightExecutable.run(
            "classify", "--model", model, "--labels", labels, "--json", "--out",
            scratch.path("out.png"), scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let found = try object(outcome.output)["labels"] as? [[String: Any]]
        #expect(found?.map { $0["text"] as? String } == ["dog", "cat"])
        #expect(found?.first?["score"] as? Double == 0.75)
        #expect(try scratch.bytes("out.png").count > 100)
        let table = try SightExecutable.run(
            "classify", "--model", model, "--max", "1", scratch.path("a.bmp"))
        #expect(table.output.contains("0.75"))
        #expect(!table.output.contains("0.25"))
    }

    @Test func aFloatClassifierTakesItsNormalization() throws {
        let model = try scratch.write(
            StubModels.classifier(scores: [64, 192], input: .float32), to: "c.tflite")
        let image = scratch.path("a.bmp")
        let bare = try SightExecutable.run("classify", "--model", model, image)
        #expect(bare.status == 3)
        #expect(bare.complaints.contains("\(model): the input \"image\" is float32"))
        #expect(bare.complaints.contains("--mean 127.5 --std 127.5"))
        let outcome = try SightExecutable.run(
            "classify", "--model", model, "--mean", "127.5", "--std", "127.5", image)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("0.75"))
        for option in [["--mean", "1,2"], ["--std", "0"]] {
            let wrong = try SightExecutable.run(
                arguments: ["classify", "--model", model] + option + [image])
            #expect(wrong.status == 2)
            #expect(wrong.complaints.contains(option[0]))
        }
    }

    @Test func anOpenInputTakesASize() throws {
        let model = try scratch.write(
            StubModels.means(signature: [-1, -1, -1, 3]), to: "open.tflite")
        let command = ["classify", "--model", model, "--mean", "0", "--std", "255"]
        let image = scratch.path("a.bmp")
        let bare = try SightExecutable.run(arguments: command + [image])
        #expect(bare.status == 3)
        #expect(bare.complaints.contains("--input-size"), "\(bare.complaints)")
        let sized = try SightExecutable.run(arguments: command + ["--input-size", "8x4", image])
        #expect(sized.status == 0, "\(sized.complaints)")
        #expect(sized.output.contains("0.50"))
        for size in ["0", "8x", "8x4x2", "a"] {
            let wrong = try SightExecutable.run(arguments: command + ["--input-size", size, image])
            #expect(wrong.status == 2)
            #expect(wrong.complaints.contains("--input-size"))
        }
    }

    /// The size of a model is not replaced in silence.
    @Test(arguments: ["detect", "classify"]) func builtInModelsKeepTheirSize(_ command: String)
        throws
    {
        let outcome = try SightExecutable.run(
            command, "--input-size", "100x100", scratch.path("a.bmp"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("100×100"), "\(outcome.complaints)")
    }

    /// A script sees the warning in the JSON, too.
    @Test func aFileThatBreaksOffIsProcessedWithAWarning() throws {
        let cut = try scratch.write(CutOffGIF.bytes, to: "cut.gif")
        let scores = try scratch.write(StubModels.classifier(scores: [64, 192]), to: "c.tflite")
        let mask = try scratch.write(
            StubModels.raw([([1, 2, 2, 2], [1, 0, 0, 1, 1, 0, 1, 0])]), to: "s.tflite")
        let points = try scratch.write(
            StubModels.raw([([1, 1, 17, 3], [Float](repeating: 0.5, count: 51))]), to: "k.tflite")
        for (command, model) in [("classify", scores), ("segment", mask), ("keypoints", points)] {
            let outcome = try SightExecutable.run(
                command, "--model", model, "--json", scratch.path("a.bmp"), cut)
            #expect(outcome.status == 0, "\(command): \(outcome.complaints)")
            #expect(outcome.complaints.hasPrefix("sight: \(cut) is damaged: "), "\(command)")
            let lines = outcome.output.split(separator: "\n").map(String.init)
            try #require(lines.count == 2)
            #expect(try object(lines[0])["damaged"] == nil, "\(command)")
            #expect(try object(lines[1])["damaged"] as? Bool == true, "\(command)")
        }
    }

    @Test func segmentRefusesDetectors() throws {
        let model = try scratch.write(
            StubModels.detector(
                boxes: [[0, 0, 1, 1], [0, 0, 1, 1]], classes: [0, 0], scores: [1, 1]),
            to: "d.tflite")
        let outcome = try SightExecutable.run("segment", "--model", model, scratch.path("a.bmp"))
        #expect(outcome.status == 3)
        #expect(outcome.complaints.contains("the model is a detector"))
        #expect(outcome.complaints.contains("sight detect"))
    }

    @Test func segmentTellsSharesAndWritesMasks() throws {
        let model = try scratch.write(
            StubModels.raw([([1, 2, 2, 2], [1, 0, 0, 1, 1, 0, 1, 0])]), to: "s.tflite")
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--json", "--out", scratch.path("out.png"), "--mask",
            scratch.path("mask.png"), scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let report = try object(outcome.output)
        #expect(report["mask"] as? [Int] == [2, 2])
        let classes = report["classes"] as? [[String: Any]]
        #expect(classes?.map { $0["index"] as? Int } == [0, 1])
        #expect(classes?.map { $0["share"] as? Double } == [0.75, 0.25])
        for name in ["out.png", "mask.png"] { #expect(try scratch.bytes(name).count > 60) }
    }

    @Test func maskAndOverlayNeedFilesOfTheirOwn() throws {
        let file = scratch.path("out.png")
        let outcome = try SightExecutable.run(
            "segment", "--model", "s.tflite", "--out", file, "--mask", file, scratch.path("a.bmp"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("--mask"))
    }

    @Test func keypointsAreListed() throws {
        var values = [Float](repeating: 0.5, count: 51)
        values[2] = 0.9
        let model = try scratch.write(StubModels.raw([([1, 1, 17, 3], values)]), to: "k.tflite")
        let outcome = try SightExecutable.run(
            "keypoints", "--model", model, "--json", "--out", scratch.path("out.png"),
            scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let sets = try object(outcome.output)["sets"] as? [[String: Any]]
        let points = sets?.first?["points"] as? [[String: Any]]
        #expect(points?.count == 17)
        #expect(points?.first?["name"] as? String == "nose")
        #expect(points?.first?["x"] as? Double == 20)
        #expect(points?.first?["y"] as? Double == 10)
        let table = try SightExecutable.run("keypoints", "--model", model, scratch.path("a.bmp"))
        #expect(table.output.contains("left wrist"))
    }

    /// The eyes of the face are above each other, so its square of 48 pixels is turned clockwise by
    /// a quarter: eight of 32 pixels to the right of its middle are 12 pixels down.
    @Test func keypointsAreThoseOfATurnedFace() throws {
        let face = try scratch.write(
            StubModels.face(points: [(32, 24), (32, 40), (0, 0), (0, 0), (0, 0), (0, 0)]),
            to: "f.tflite")
        var values = [Float](repeating: 16, count: 63)
        values[3] = 24
        let model = try scratch.write(StubModels.raw([([1, 63], values)]), to: "k.tflite")
        try scratch.write(GrayBitmap.bytes(width: 128, height: 128), to: "square.bmp")
        func places(_ options: String...) throws -> [[Double]] {
            let outcome = try SightExecutable.run(
                arguments: [
                    "keypoints", "--model", model, "--detector", face, "--json",
                    scratch.path("square.bmp"),
                ] + options)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let sets = try object(outcome.output)["sets"] as? [[String: Any]]
            let points = sets?.first?["points"] as? [[String: Any]] ?? []
            return points.map { [$0["x"] as? Double ?? -1, $0["y"] as? Double ?? -1] }
        }
        for (options, place) in [([], 44.0), (["--region-scale", "3"], 56)] {
            let found = try options.isEmpty ? places() : places(options[0], options[1])
            try #require(found.count == 21)
            for (number, wanted) in zip(found[0] + found[1], [32, 32, 32, place]) {
                #expect(abs(number - wanted) <= 1e-3)
            }
        }
        // The face has the score 0.88.
        #expect(try places("--detector-threshold", "0.9").isEmpty)
        let refused = try SightExecutable.run(
            "keypoints", "--model", model, "--detector-threshold", "1.5", scratch.path("a.bmp"))
        #expect(refused.status == 2)
        #expect(refused.complaints.contains("--detector-threshold 1.5"))
    }

    @Test func pointsOfHandsAreListedByName() throws {
        let values = [Float](repeating: 16, count: 63)
        let model = try scratch.write(
            StubModels.raw([([1, 63], values), ([1, 1], [0.75])]), to: "h.tflite")
        let table = try SightExecutable.run("keypoints", "--model", model, scratch.path("a.bmp"))
        #expect(table.status == 0, "\(table.complaints)")
        #expect(table.output.contains("index finger mcp") && table.output.contains("pinky tip"))
        #expect(table.output.contains("0.75"))
    }

    @Test func keypointsHaveNoLabels() throws {
        let outcome = try SightExecutable.run(
            "keypoints", "--model", "k.tflite", "--labels", "l.txt", scratch.path("a.bmp"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("--labels"))
    }

    @Test(arguments: ["classify", "segment", "keypoints"])
    func badImagesAndModelsHaveTheirStatus(_ command: String) throws {
        let garbage = try scratch.write(Array("garbage!".utf8), to: "g.tflite")
        let model = try SightExecutable.run(
            command, "--model", garbage, scratch.path("a.bmp"))
        #expect(model.status == 3)
        #expect(model.complaints.contains("not a .tflite model"))
        let onnx = try scratch.write(
            [0x08, 0x06, 0x12, 0x07] + Array("pytorch".utf8), to: "m.onnx")
        let foreign = try SightExecutable.run(command, "--model", onnx, scratch.path("a.bmp"))
        #expect(foreign.status == 3)
        #expect(foreign.complaints.contains("onnx2tf -i model.onnx"))
        let usage = try SightExecutable.run(command, "--model", garbage, "--threads", "0", "a.bmp")
        #expect(usage.status == 2)
    }

    @Test func inspectNamesTheHeadAndWhy() throws {
        let model = try scratch.write(
            StubModels.raw([([1, 6, 21], [Float](repeating: 0, count: 126))]), to: "y.tflite")
        let outcome = try SightExecutable.run("model", "inspect", model)
        #expect(outcome.output.contains("head yolov8: the output [1, 6, 21] has 4 + 2 numbers"))
        let json = try object(try SightExecutable.run("model", "inspect", "--json", model).output)
        #expect((json["head"] as? [String: Any])?["name"] as? String == "yolov8")
    }
}
