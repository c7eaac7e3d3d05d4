import Foundation
import ModelFixtures
import SightImage
import SightImageIO
import SightTensor
import Testing

@Suite struct DetectCommandTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(
            StubModels.detector(
                boxes: [[0, 0, 0.5, 0.5], [0.25, 0.25, 1, 1]], classes: [0, 1],
                scores: [0.5, 0.9]),
            to: "model.tflite")
        try scratch.write(Array("cat\ndog\n".utf8), to: "labels.txt")
        try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
    }

    @Test func printsALineOfJSONForEachImage() throws {
        try scratch.write(GrayBitmap.bytes(width: 8, height: 8), to: "b.bmp")
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--json", scratch.path("a.bmp"), scratch.path("b.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2)
        let first = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
        #expect(first?["file"] as? String == scratch.path("a.bmp"))
        #expect(first?["width"] as? Int == 40)
        #expect(first?["height"] as? Int == 20)
        let times = first?["milliseconds"] as? [String: Double]
        #expect(Set(times?.keys ?? [:].keys) == ["decode", "detect", "classify"])
        let objects = first?["objects"] as? [[String: Any]]
        #expect(objects?.count == 2)
        #expect(objects?[0]["box"] as? [Double] == [10, 5, 30, 15])
        #expect(objects?[0]["trackingID"] is NSNull)
        let labels = objects?[0]["labels"] as? [[String: Any]]
        #expect(labels?.first?["text"] as? String == "dog")
        #expect(labels?.first?["index"] as? Int == 1)
        #expect((labels?.first?["score"] as? Double).map { abs($0 - 0.9) < 1e-6 } == true)
    }

    /// A script sees the warning in the JSON, too.
    @Test func aFileThatBreaksOffIsProcessedWithAWarning() throws {
        let cut = try scratch.write(CutOffGIF.bytes, to: "cut.gif")
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--json", scratch.path("a.bmp"), cut)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.complaints.hasPrefix("sight: \(cut) is damaged: "))
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(!lines[0].contains("damaged"))
        #expect(lines[1].contains(#""damaged":true"#))
    }

    /// The built-in localizer has one class.
    @Test func labelsOfOtherModelsAreRefused() throws {
        for (lines, words) in [(3, "3 labels"), (0, "0 labels")] {
            let labels = (0..<lines).map { "thing \($0)" }.joined(separator: "\n")
            let file = try scratch.write(Array(labels.utf8), to: "other.txt")
            let outcome = try SightExecutable.run(
                "detect", "--labels", file, scratch.path("a.bmp"))
            #expect(outcome.status == 2)
            #expect(
                outcome.complaints.contains(
                    "--labels has \(words), but the default localizer has 1 class"),
                "\(outcome.complaints)")
        }
        for text in ["thing\n", "thing\r\n\r\n\r\n"] {
            let one = try scratch.write(Array(text.utf8), to: "one.txt")
            let outcome = try SightExecutable.run("detect", "--labels", one, scratch.path("a.bmp"))
            #expect(outcome.status == 0, "\(outcome.complaints)")
        }
    }

    /// `--mean` and `--std` are for the detector.
    @Test func aFloatClassifierTakesItsNormalization() throws {
        let classifier = try scratch.write(
            StubModels.classifier(scores: [64, 192], input: .float32), to: "c.tflite")
        let command = ["detect", "--model", model, "--classifier", classifier]
        let image = scratch.path("a.bmp")
        let bare = try SightExecutable.run(
            arguments: command + ["--mean", "127.5", "--std", "127.5", image])
        #expect(bare.status == 3)
        #expect(bare.complaints.contains("--classifier-mean 127.5 --classifier-std 127.5"))
        let outcome = try SightExecutable.run(
            arguments: command + ["--classifier-mean", "0", "--classifier-std", "255", image])
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("class 1 0.75"))
    }

    /// The folder of the images is no folder for their annotated copies.
    @Test func imagesAreNotReplaced() throws {
        let bitmap = GrayBitmap.bytes(width: 8, height: 8)
        let image = try scratch.write(bitmap, to: "b.png")
        for output in [scratch.url.path, image] {
            let outcome = try SightExecutable.run(
                "detect", "--model", model, "--out", output, image)
            #expect(outcome.status == 2, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("is one of the images"))
        }
        #expect(try scratch.bytes("b.png") == bitmap)
    }

    /// The model reads fewer pixels than the picture that is drawn on has.
    @Test func objectsAreDrawnAtFullSize() throws {
        let pixels = (0..<640 * 480 * 3).map { UInt8(truncatingIfNeeded: $0 / 700) }
        let photo = try ImageBuffer(width: 640, height: 480, format: .rgb8, bytes: pixels)
        let (input, output) = (scratch.path("photo.jpg"), scratch.path("drawn.png"))
        try ImageEncoder.write(photo, to: input)
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--json", "--out", output, input)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains(#""width":640"#))
        let drawn = try ImageDecoder.default.decode(contentsOf: output)
        #expect(drawn.buffer.width == 640 && drawn.buffer.height == 480)
    }

    /// Objects of models without points have none in JSON.
    @Test func pointsAreReportedAndDrawn() throws {
        var points = [(x: Float, y: Float)](repeating: (9, 9), count: 6)
        (points[0], points[1]) = ((32, 24), (100.5, 80.5))
        // The labels in the folder of the other model are not those of this one.
        let faces = try ScratchFolder()
        let face = try faces.write(StubModels.face(points: points), to: "f.tflite")
        let input = try scratch.write(GrayBitmap.bytes(width: 128, height: 128), to: "f.bmp")
        let output = scratch.path("f.png")
        let outcome = try SightExecutable.run(
            "detect", "--model", face, "--json", "--out", output, input)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("\"keypoints\":[[32,24],[100.5,80.5],[9,9]"))
        let drawn = try ImageDecoder.default.decode(contentsOf: output).buffer
        let color = PixelColor.ofClass(0)
        let at = 3 * (80 * 128 + 100)
        #expect(drawn.format == .rgb8)
        #expect(
            Array(drawn.planes[0].bytes[at..<at + 3]) == [color.red, color.green, color.blue])
        let plain = try SightExecutable.run("detect", "--model", model, "--json", input)
        #expect(plain.status == 0 && !plain.output.contains("keypoints"))
    }

    @Test func tableNamesTheObjects() throws {
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--prominent", scratch.path("a.bmp"))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("40×20  1 object "))
        #expect(outcome.output.contains("dog 0.90"))
        #expect(!outcome.output.contains("cat"))
    }

    /// The table then has the word that the built-in localizer has for all objects.
    @Test func anObjectWithoutALabelIsAnObject() throws {
        let classifier = try scratch.write(
            StubModels.classifier(scores: [64, 192]), to: "c.tflite")
        let command = [
            "detect", "--model", model, "--classifier", classifier, "--label-threshold", "0.9",
        ]
        let table = try SightExecutable.run(arguments: command + [scratch.path("a.bmp")])
        #expect(table.status == 0, "\(table.complaints)")
        #expect(table.output.contains("\n  1  Object "), "\(table.output)")
        let json = try SightExecutable.run(
            arguments: command + ["--json", scratch.path("a.bmp")])
        #expect(json.output.contains(#""labels":[]"#), "\(json.output)")
    }

    #if os(Linux)
        @Test(arguments: [["--json"], []]) func aFullDiskIsAnError(_ options: [String]) throws {
            let outcome = try SightExecutable.run(
                arguments: ["detect", "--model", model] + options + [scratch.path("a.bmp")],
                outputTo: "/dev/full")
            #expect(outcome.status == 2, "\(outcome.complaints)")
            #expect(outcome.complaints.hasPrefix("sight: standard output cannot be written"))
        }
    #endif

    @Test func oneBadImageDoesNotStopTheRest() throws {
        try scratch.write(Array("not an image".utf8), to: "bad.jpg")
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--json", scratch.path("bad.jpg"), scratch.path("none.png"),
            scratch.path("a.bmp"))
        #expect(outcome.status == 1)
        #expect(outcome.output.split(separator: "\n").count == 1)
        let complaints = outcome.complaints.split(separator: "\n")
        #expect(complaints.count == 2)
        #expect(complaints[0].hasPrefix("sight: ") && complaints[0].contains("bad.jpg"))
        #expect(complaints[1].contains("none.png"))
    }

    @Test func foldersAndPatternsAreSearched() throws {
        for pattern in [scratch.url.path, scratch.path("*.bmp")] {
            let outcome = try SightExecutable.run("detect", "--model", model, "--json", pattern)
            #expect(outcome.status == 0)
            #expect(outcome.output.split(separator: "\n").count == 1)
        }
        let empty = try ScratchFolder()
        let nothing = try SightExecutable.run("detect", "--model", model, empty.path(""))
        #expect(nothing.status == 2)
    }

    @Test(arguments: ["out.png", "out.jpg"])
    func writesTheAnnotatedImage(_ name: String) throws {
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--out", scratch.path(name), scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(try scratch.bytes(name).count > 100)
    }

    @Test func unwritableOutputsAreRefused() throws {
        for path in [scratch.path("out.tiff"), scratch.path("no/such/out.png")] {
            let outcome = try SightExecutable.run(
                "detect", "--model", model, "--out", path, scratch.path("a.bmp"))
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains(path))
        }
    }

    /// The folder is checked first: a model and a hundred images may take minutes.
    @Test func aMissingFolderIsNamedBeforeTheModel() throws {
        let path = scratch.path("no/such/out.png")
        let outcome = try SightExecutable.run(
            "detect", "--model", scratch.path("none.tflite"), "--out", path, scratch.path("a.bmp"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("\(path) cannot be written"))
    }

    @Test func labelsAreAllowedAndDenied() throws {
        func output(_ options: String...) throws -> String {
            let outcome = try SightExecutable.run(
                arguments: ["detect", "--model", model] + options + [scratch.path("a.bmp")])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            return outcome.output
        }
        let cats = try output("--allow", "cat")
        #expect(cats.contains("cat 0.50") && !cats.contains("dog"))
        let dogs = try output("--deny", "cat")
        #expect(dogs.contains("dog 0.90") && !dogs.contains("cat"))
        let both = try output("--allow", "cat", "--allow", "dog")
        #expect(both.contains("cat") && both.contains("dog"))
    }

    /// A box whose labels are dropped stays.
    @Test func labelsOfTheClassifierAreAllowedAndDenied() throws {
        let classifier = try scratch.write(
            StubModels.classifier(scores: [64, 192]), to: "c.tflite")
        let labels = try scratch.write(Array("bird\nfish\n".utf8), to: "names.txt")
        let command = [
            "detect", "--model", model, "--classifier", classifier, "--labels", labels,
            "--max-labels", "2",
        ]
        let denied = try SightExecutable.run(
            arguments: command + ["--deny", "fish", scratch.path("a.bmp")])
        #expect(denied.status == 0, "\(denied.complaints)")
        #expect(denied.output.contains("bird 0.25") && !denied.output.contains("fish"))
        let unknown = try SightExecutable.run(
            arguments: command + ["--allow", "cat", scratch.path("a.bmp")])
        #expect(unknown.status == 2)
        #expect(unknown.complaints.contains("--allow cat: \(classifier) has no such label"))
    }

    /// An option that only a classifier obeys has no effect on the boxes of a detector.
    @Test(arguments: [
        ["--max-labels", "2"], ["--label-threshold", "0.5"], ["--region-scale", "1.5"],
    ])
    func optionsOfAClassifierNeedOne(_ option: [String]) throws {
        let outcome = try SightExecutable.run(
            arguments: ["detect", "--model", model] + option + [scratch.path("a.bmp")])
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("\(option[0]) is of no use"))
    }

    /// The box lies beside the white quarter of the image; the enlarged region contains that quarter.
    @Test func theRegionOfABoxIsScaled() throws {
        let image = try scratch.write(
            GrayBitmap.bytes(width: 40, height: 20) { x, _ in x < 10 ? 255 : 0 }, to: "b.bmp")
        let classifier = try scratch.write(
            StubModels.means([1, 8, 8, 3], signature: nil), to: "means.tflite")
        let scores = try [[], ["--region-scale", "2"]].map { option in
            let outcome = try SightExecutable.run(
                arguments: [
                    "detect", "--model", model, "--prominent", "--classifier", classifier,
                    "--classifier-mean", "0", "--classifier-std", "255", "--json",
                ] + option + [image])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            let objects = (report as? [String: Any])?["objects"] as? [[String: Any]]
            let labels = objects?.first?["labels"] as? [[String: Any]]
            return labels?.first?["score"] as? Double ?? -1
        }
        #expect(scores[0] == 0 && scores[1] > 0.2, "\(scores)")
    }

    @Test func unusableModelsHaveTheirOwnStatus() throws {
        let classifier = try scratch.write(StubModels.classifier(scores: [1]), to: "c.tflite")
        let garbage = try scratch.write(Array("garbage!".utf8), to: "g.tflite")
        let photo = try scratch.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46], to: "p.jpg")
        for (model, words) in [
            (classifier, "not those of a known"), (garbage, "the file is not a .tflite model"),
            (photo, "the file is a JPEG image, not a .tflite model"),
            (scratch.path("none.tflite"), "cannot be read"),
        ] {
            let outcome = try SightExecutable.run(
                "detect", "--model", model, scratch.path("a.bmp"))
            #expect(outcome.status == 3)
            #expect(outcome.complaints.contains(model))
            #expect(outcome.complaints.contains(words))
        }
        let swapped = try SightExecutable.run(
            "detect", "--model", model, "--classifier", model, scratch.path("a.bmp"))
        #expect(swapped.status == 3)
        #expect(swapped.complaints.contains("use it as the localizer"))
    }

    @Test(arguments: [
        ["--threshold", "2"], ["--max", "0"], ["--prominent", "--max", "3"], ["--threads", "0"],
        ["--space", "sideways"], ["--head", "yolo12"], ["--fit", "fill"], ["--overlap", "2"],
        ["--mean", "1,2"], ["--std", "0"], ["--std", "x"], ["--classifier-mean", "0"],
        ["--classifier", "c.tflite", "--classifier-std", "0"], ["--classifier-input-size", "8x8"],
        ["--allow", "cat", "--deny", "dog"], ["--allow", "bird"],
        ["--classify", "--region-scale", "0"], ["--classify", "--max-labels", "0"],
    ])
    func wrongUsageIsTwo(_ extra: [String]) throws {
        let outcome = try SightExecutable.run(
            arguments: ["detect", "--model", model] + extra + [scratch.path("a.bmp")])
        #expect(outcome.status == 2)
        #expect(outcome.complaints.hasPrefix("sight: "))
    }
}
