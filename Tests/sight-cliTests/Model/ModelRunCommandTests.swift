import Foundation
import ModelFixtures
import SightTensor
import Testing
import sight_cli

@Suite struct ModelRunCommandTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(SmallModels.reshape(.uint8), to: "m.tflite")
    }

    private func array(_ bytes: [UInt8], _ shape: Shape, name: String = "in.npy") throws -> String {
        try scratch.write(
            NPYArray(elementType: .uint8, shape: shape, bytes: bytes).file, to: name)
    }

    private func output() throws -> NPYArray {
        try NPYArray(parsing: try scratch.bytes("out/0.npy"))
    }

    @Test(arguments: ["", "0=", "image=", "picture="])
    func arraysGoInAndOut(prefix: String) throws {
        let input = try array([1, 2, 3, 4, 5, 6], [2, 3])
        let outcome = try SightExecutable.run(
            "model", "run", model, "--input", prefix + input, "--output-dir", scratch.path("out"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(
            try output()
                == NPYArray(elementType: .uint8, shape: [3, 2], bytes: [1, 2, 3, 4, 5, 6]))
    }

    /// The outputs are 0.npy and so on, which may be the names of inputs or of the model.
    @Test func inputsAreKept() throws {
        let input = try array([1, 2, 3, 4, 5, 6], [2, 3], name: "0.npy")
        let model = try scratch.write(SmallModels.reshape(.uint8), to: "0.npy.tflite")
        try FileManager.default.createDirectory(
            atPath: scratch.path("out"), withIntermediateDirectories: false)
        try FileManager.default.linkItem(atPath: model, toPath: scratch.path("out/0.npy"))
        let bytes = try scratch.bytes("0.npy")
        for (folder, name) in [(scratch.url.path, input), (scratch.path("out"), model)] {
            let outcome = try SightExecutable.run(
                "model", "run", model, "--input", "image=" + input, "--output-dir", folder)
            #expect(outcome.status == 2)
            #expect(
                outcome.complaints.contains("--output-dir \(folder) would overwrite \(name)"),
                "\(outcome.complaints)")
        }
        #expect(try scratch.bytes("0.npy") == bytes)
    }

    @Test func inputsAreZeroWithoutFiles() throws {
        let outcome = try SightExecutable.run(
            "model", "run", model, "--output-dir", scratch.path("out"))
        #expect(outcome.status == 0)
        #expect(try output().bytes == [0, 0, 0, 0, 0, 0])
    }

    @Test func anotherExtentResizesTheInput() throws {
        let input = try array([UInt8](1...8), [2, 4])
        let outcome = try SightExecutable.run(
            "model", "run", model, "--input", input, "--output-dir", scratch.path("out"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.complaints == "input 0 \"image\" resized from [2,3] to [2,4]\n")
        #expect(try output().shape == [4, 2])
    }

    @Test func standardInputIsAFile() throws {
        let input = try array([1, 2, 3, 4, 5, 6], [2, 3])
        for argument in ["-", "image=-", "/dev/stdin"] {
            let outcome = try SightExecutable.run(
                arguments: ["model", "run", model, "--input", argument], inputFrom: input)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.contains("min 1  max 6"))
        }
    }

    @Test func aModelWithoutOutputsSaysSo() throws {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("in", .float32, [1])]
        let path = try scratch.write(builder.build(), to: "n.tflite")
        let outcome = try SightExecutable.run("model", "run", path)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.output == "no outputs\n")
    }

    @Test func jsonHasTheDocumentedKeys() throws {
        let input = try array([1, 2, 3, 4, 5, 6], [1, 6])
        let path = try scratch.write(SmallModels.reshape(.uint8, [1, 6]), to: "j.tflite")
        let outcome = try SightExecutable.run("model", "run", path, "--input", input, "--json")
        #expect(
            outcome.output == """
                {"model":"\(path)","outputs":[{"max":6,"min":1,"name":"result","shape":[3,2],\
                "type":"uint8"}]}

                """)
    }

    /// Names, ranks and quantized scores of a classifier.
    @Test(.enabled(if: SharedFixtures.areAvailable)) func labelsAreShown() throws {
        let path = SharedFixtures.path("models/mlkit/bird.tflite")
        let text = try SightExecutable.run("model", "run", path).output
        #expect(text.split(separator: "\n").dropFirst().allSatisfy { $0.contains(")  ") })
        let json = try SightExecutable.run("model", "run", path, "--json").output
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let output = try #require((object["outputs"] as? [[String: Any]])?.first)
        #expect(
            Set(output.keys) == [
                "name", "type", "shape", "min", "max", "realMin", "realMax", "top",
            ])
        let top = try #require(output["top"] as? [[String: Any]])
        #expect(top.count == 5)
        for element in top {
            #expect(Set(element.keys) == ["index", "value", "real", "label"])
            let label = try #require(element["label"] as? String)
            #expect(text.contains("  \(label)\n"))
        }
    }

    @Test func aSummaryIsPrintedWithoutAFolder() throws {
        let input = try array([1, 2, 3, 4, 5, 6], [2, 3])
        let outcome = try SightExecutable.run("model", "run", model, "--input", input)
        #expect(outcome.output == "output 0 \"result\"  uint8 [3,2]  min 1  max 6\n")
    }

    @Test func memoryHasALimit() throws {
        let shape = [1 << 21, 3]
        let large = try scratch.write(SmallModels.reshape(.uint8, shape), to: "large.tflite")
        let refused = try SightExecutable.run("model", "run", large, "--maximum-memory", "4")
        #expect(refused.status == 3)
        #expect(refused.complaints.contains("4194304"), "\(refused.complaints)")
        let allowed = try SightExecutable.run("model", "run", large, "--maximum-memory", "64")
        #expect(allowed.status == 0, "\(allowed.complaints)")
        let none = try SightExecutable.run("model", "run", large, "--maximum-memory", "0")
        #expect(none.status == 2)
    }

    /// Lines go in and out, the last with or without its end.
    @Test(arguments: ["a\nKäse\n\nd\ne\nf\n", "a\nKäse\n\nd\ne\nf"])
    func linesAreStrings(text: String) throws {
        let model = try scratch.write(SmallModels.reshape(.string), to: "s.tflite")
        let input = try scratch.write(Array(text.utf8), to: "words.txt")
        let outcome = try SightExecutable.run(
            "model", "run", model, "--input", input, "--output-dir", scratch.path("out"))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let written = String(decoding: try scratch.bytes("out/0.txt"), as: UTF8.self)
        #expect(written == "a\nKäse\n\nd\ne\nf\n")
        let summary = try SightExecutable.run("model", "run", model, "--input", input)
        #expect(
            summary.output == """
                output 0 "result"  string [3,2]
                  [0]  "a"
                  [1]  "Käse"
                  [2]  ""
                  [3]  "d"
                  [4]  "e"

                """)
    }

    @Test func theWrongNumberOfLinesIsRefused() throws {
        let model = try scratch.write(SmallModels.reshape(.string), to: "s.tflite")
        let input = try scratch.write(Array("a\nb\n".utf8), to: "words.txt")
        let outcome = try SightExecutable.run("model", "run", model, "--input", input)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("[2,3] takes 6 strings, the file has 2 lines"))
    }

    @Test func arraysThatDoNotFitAreRefused() throws {
        let flat = try array([1, 2, 3, 4, 5, 6], [6])
        let floats = try scratch.write(
            NPYArray(elementType: .float32, shape: [], bytes: [0, 0, 0, 0]).file, to: "f.npy")
        for (input, words) in [
            (flat, ["input 0 \"image\"", "[2,3]", "[6]"]), (floats, ["uint8", "float32"]),
            (model, ["not an .npy file"]), (scratch.path("none.npy"), ["none.npy"]),
        ] {
            let outcome = try SightExecutable.run(
                "model", "run", model, "--input", input, "--output-dir", scratch.path("out"))
            #expect(outcome.status == 1)
            for word in words + [input] { #expect(outcome.complaints.contains(word)) }
        }
        #expect(try !scratch.names.contains("out"))
    }

    @Test(arguments: ["7=", "nobody="])
    func unknownInputsAreWrongUsage(prefix: String) throws {
        let input = try array([1, 2, 3, 4, 5, 6], [2, 3])
        let outcome = try SightExecutable.run("model", "run", model, "--input", prefix + input)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("image"))
    }

    @Test func anInputTakesOneFile() throws {
        let input = try array([1, 2, 3, 4, 5, 6], [2, 3])
        let twice = try SightExecutable.run(
            "model", "run", model, "--input", "0=" + input, "--input", "image=" + input)
        #expect(twice.status == 2)
        let many = try SightExecutable.run(
            "model", "run", model, "--input", input, "--input", input)
        #expect(many.status == 2)
        #expect(many.complaints.hasSuffix("only 1 input\n"))
    }

    @Test func unwritableFoldersAreNamed() throws {
        let outcome = try SightExecutable.run("model", "run", model, "--output-dir", model)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains(model))
    }

    @Test func unsupportedModelsNameEveryOperator() throws {
        let path = try scratch.write(SmallModels.unsupported, to: "u.tflite")
        let outcome = try SightExecutable.run("model", "run", path)
        #expect(outcome.status == 3)
        #expect(outcome.complaints.contains("Mystery"))
        #expect(outcome.complaints.contains("Riddle"))
    }
}
