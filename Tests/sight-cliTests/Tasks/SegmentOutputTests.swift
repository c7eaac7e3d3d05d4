import Foundation
import ModelFixtures
import Testing

@Suite struct SegmentOutputTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
        model = try scratch.write(
            StubModels.raw([([1, 2, 2, 2], [1, 0, 0, 1, 1, 0, 1, 0])]), to: "s.tflite")
    }

    /// Width, height and color type of a PNG file: 0 for gray, 2 for red, green and blue.
    private func header(_ name: String) throws -> [Int] {
        let bytes = try scratch.bytes(name)
        try #require(bytes.count > 26 && Array(bytes[1..<4]) == Array("PNG".utf8))
        return [Int(bytes[18]) << 8 | Int(bytes[19]), Int(bytes[22]) << 8 | Int(bytes[23])]
            + [Int(bytes[25])]
    }

    private func classes(_ outcome: SightExecutable.Outcome) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require((object as? [String: Any])?["classes"] as? [[String: Any]])
    }

    @Test func maskAndOverlayAreNotTheSameFile() throws {
        for (out, mask) in [("a.png", "/./a.png"), ("new", "/./new/")] {
            let outcome = try SightExecutable.run(
                "segment", "--model", "s.tflite", "--out", scratch.path(out), "--mask",
                scratch.url.path + mask, "a.bmp")
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("is the file of --out, too"))
        }
    }

    @Test func aMaskHasTheSizeOfThePhoto() throws {
        let choices: [([String], Int)] = [
            ([], 2), (["--mask-values", "color"], 2), (["--mask-values", "index"], 0),
        ]
        for (values, type) in choices {
            let outcome = try SightExecutable.run(
                arguments: ["segment", "--model", model, "--json", "--mask", scratch.path("m.png")]
                    + values + [scratch.path("a.bmp")])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try header("m.png") == [40, 20, type])
            let colors = try classes(outcome).map { $0["color"] as? String }
            #expect(colors == ["#000000", "#34c759"])
        }
    }

    /// The file has another size than the mask of the model.
    @Test func theTextNamesTheSizeOfTheModelsMask() throws {
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--mask", scratch.path("m.png"), scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output.contains("mask of the model 2×2\n"), "\(outcome.output)")
        #expect(try header("m.png") == [40, 20, 2])
    }

    /// The photo's ending does not decide, because JPEG would change the classes.
    @Test func masksInAFolderArePNG() throws {
        let photo = try scratch.write(GrayBitmap.bytes(width: 8, height: 8), to: "b.jpg")
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--mask", scratch.path("masks"), photo,
            scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(try header("masks/b.png") == [8, 8, 2])
        #expect(try header("masks/a.png") == [40, 20, 2])
    }

    @Test(arguments: ["m.jpg", "m.JPEG", "m.bmp"])
    func masksOfOtherFormatsAreRefused(_ name: String) throws {
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--mask", scratch.path(name), scratch.path("a.bmp"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("\(name): masks are written as .png"))
        #expect(try !scratch.names.contains(name))
    }

    @Test func valuesNeedAMask() throws {
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--mask-values", "index", scratch.path("a.bmp"))
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("--mask-values is of no use without --mask"))
    }

    /// The label of a model of one class is that of the foreground.
    @Test func aForegroundHasTheOnlyLabel() throws {
        let model = try scratch.write(
            StubModels.raw([([1, 2, 2, 1], [0, 1, 0, 0])]), to: "f.tflite")
        let labels = try scratch.write(Array("person\n".utf8), to: "labels.txt")
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--labels", labels, "--json", "--mask",
            scratch.path("m.png"), scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(
            try classes(outcome).map { $0["text"] as? String } == ["background", "person"])
        #expect(try header("m.png") == [40, 20, 0])
    }

    @Test func aFloatModelTakesItsNormalization() throws {
        let outcome = try SightExecutable.run(
            "segment", "--model", model, "--mean", "127.5", "--std", "127.5",
            scratch.path("a.bmp"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let wrong = try SightExecutable.run(
            "segment", "--model", model, "--std", "0", scratch.path("a.bmp"))
        #expect(wrong.status == 2)
        #expect(wrong.complaints.contains("--std has a 0"))
    }
}
