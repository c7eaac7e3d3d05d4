import Foundation
import ModelFixtures
import Sight
import SightTensor
import Testing
import sight_cli

@Suite struct AnchorFileTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func array(
        _ numbers: [Float], _ shape: [Int], type: ElementType = .float32
    ) throws -> [UInt8] {
        let bytes = numbers.flatMap { number in
            type == .float32
                ? number.bitPattern.littleEndianBytes : Double(number).bitPattern.littleEndianBytes
        }
        return NPYArray(
            elementType: type, shape: try #require(Shape(shape)), bytes: bytes
        ).file
    }

    private let rows: [Float] = [0.25, 0.5, 0.125, 0.75, 0.5, 0.25, 1, 2]
    private let anchors = [
        AnchorBox(centerX: 0.5, centerY: 0.25, width: 0.75, height: 0.125),
        AnchorBox(centerX: 0.25, centerY: 0.5, width: 2, height: 1),
    ]

    @Test(arguments: [ElementType.float32, .float64])
    func arraysAreRead(_ type: ElementType) throws {
        let path = try scratch.write(array(rows, [2, 4], type: type), to: "a.npy")
        #expect(try AnchorFile.read(path) == anchors)
    }

    @Test func listsAreRead() throws {
        let path = try scratch.write(
            Array("[[0.25, 0.5, 0.125, 0.75], [0.5, 0.25, 1, 2]]".utf8), to: "a.json")
        #expect(try AnchorFile.read(path) == anchors)
    }

    @Test(arguments: [
        ("[[0.5, 0.5, 1]]", "row 0 has 3 numbers"),
        ("[[0.5, 0.5, 1, 1], [0, 0, -1, 1]]", "row 1 is [0.0, 0.0, -1.0, 1.0]"),
        ("[]", "has no anchors"), ("{\"a\": 1}", "neither an .npy file nor a JSON list"),
        ("hello", "neither an .npy file nor a JSON list"),
    ])
    func badListsAreNamed(_ text: String, _ message: String) throws {
        let path = try scratch.write(Array(text.utf8), to: "a.json")
        let error = #expect(throws: CommandError.self) { try AnchorFile.read(path) }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix(path) == true)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func badArraysAreNamed() throws {
        let wide = try scratch.write(array(rows, [4, 2]), to: "wide.npy")
        let error = #expect(throws: CommandError.self) { try AnchorFile.read(wide) }
        #expect(error?.message.contains("has the shape [4, 2] of float32") == true)
        let text = try scratch.write(Array("[[0.5, 0.5, 1, 1]]".utf8), to: "text.npy")
        let other = #expect(throws: CommandError.self) { try AnchorFile.read(text) }
        #expect(other?.message.contains("not an .npy file") == true)
        let infinite = try scratch.write(array([0, 0, .infinity, 1], [1, 4]), to: "infinite.npy")
        let third = #expect(throws: CommandError.self) { try AnchorFile.read(infinite) }
        #expect(third?.message.contains("row 0 is [0.0, 0.0, inf, 1.0]") == true)
    }

    /// Two rows of corrections that are 0 leave the anchors as they are.
    @Test func theCommandCorrectsTheAnchors() throws {
        let model = try scratch.write(
            StubModels.raw([
                (shape: [1, 2, 4], values: [Float](repeating: 0, count: 8)),
                (shape: [1, 2, 1], values: [0.9, 0.1]),
            ]), to: "ssd.tflite")
        let image = try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
        let path = try scratch.write(
            Array("[[0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 1, 1]]".utf8), to: "a.json")
        let outcome = try SightExecutable.run(
            "detect", "--model", model, "--anchors", path, "--json", image)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let line =
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let objects = line?["objects"] as? [[String: Any]]
        #expect(objects?.count == 1)
        #expect(objects?.first?["box"] as? [Double] == [10, 5, 20, 10])

        let inspected = try SightExecutable.run("model", "inspect", model)
        #expect(inspected.output.contains("no head: the model has 2 raw boxes without anchors"))
        #expect(inspected.output.contains("give 2 of them in the option anchors"))

        let short = try scratch.write(Array("[[0.5, 0.5, 0.5, 0.5]]".utf8), to: "b.json")
        let refused = try SightExecutable.run(
            "detect", "--model", model, "--anchors", short, "--json", image)
        #expect(refused.status == 3)
        #expect(refused.complaints.contains("2 raw boxes, but there are 1 anchors"))
    }
}
