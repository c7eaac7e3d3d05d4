import Foundation
import SightTensor
import Testing
import sight_cli

/// Strings for the inputs of models.
@Suite struct StringInputTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(
            SmallModels.reshape(.string, [1, 3], shapeSignature: [-1, 3]), to: "m.tflite")
    }

    private func run(_ bytes: [UInt8], _ options: String...) throws -> SightExecutable.Outcome {
        let input = try scratch.write(bytes, to: "words")
        return try SightExecutable.run(
            arguments: [
                "model", "run", model, "--input", input, "--output-dir", scratch.path("out"),
            ] + options)
    }

    private func array(_ type: String, _ shape: String, _ elements: [UInt8]) -> [UInt8] {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }"
        // Swift 6.2 cannot type-check these sums as one expression.
        var file: [UInt8] = [0x93]
        file += "NUMPY".utf8
        file += [1, 0, UInt8(header.utf8.count), 0]
        file += header.utf8
        file += elements
        return file
    }

    private var output: String {
        get throws { String(decoding: try scratch.bytes("out/0.txt"), as: UTF8.self) }
    }

    /// Texts of other systems have a mark in front or a carriage return in each line.
    @Test(arguments: [
        "a\nb\n\nd\ne\nf\n", "\u{FEFF}a\nb\n\nd\ne\nf\n", "a\r\nb\r\n\r\nd\r\ne\r\nf\r\n",
        "a\r\nb\r\n\r\nd\r\ne\r\nf",
    ])
    func linesFillAnOpenExtent(text: String) throws {
        let outcome = try run(Array(text.utf8))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(outcome.complaints == "input 0 \"image\" resized from [-1,3] to [2,3]\n")
        #expect(try output == "a\nb\n\nd\ne\nf\n")
    }

    @Test func linesThatDoNotDivideAreRefused() throws {
        let outcome = try run(Array("a\n".utf8))
        #expect(outcome.status == 1)
        #expect(
            outcome.complaints.contains("[-1,3] takes 3 strings, the file has 1 line"),
            "\(outcome.complaints)")
        let given = try run(Array("a\nb\n".utf8), "--shape", "2,3")
        #expect(given.status == 1)
        #expect(given.complaints.contains("[2,3] from --shape, the file has 2 strings"))
        #expect(try run(Array("a\nb\n".utf8), "--shape", "1,2").status == 0)
    }

    @Test func arraysOfStringsAreRead() throws {
        let texts = ["Käse", "", "c", "d", "e", "f"]
        let elements = texts.flatMap { text -> [UInt8] in
            let scalars = text.unicodeScalars.map { UInt8($0.value) }
            return (0..<4).flatMap { [scalars.indices.contains($0) ? scalars[$0] : 0, 0, 0, 0] }
        }
        let outcome = try run(array("<U4", "(2, 3)", elements))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        #expect(try output == "Käse\n\nc\nd\ne\nf\n")
    }

    @Test func otherArraysAreRefused() throws {
        for (type, bytes) in [("|O", 8 * 3), ("<f4", 4 * 3)] {
            let outcome = try run(array(type, "(1, 3)", [UInt8](repeating: 0, count: bytes)))
            #expect(outcome.status == 1)
            #expect(
                outcome.complaints.contains("'\(type)' is not supported, expected strings"),
                "\(outcome.complaints)")
        }
        let flat = try run(array("|S1", "(3,)", Array("abc".utf8)))
        #expect(flat.status == 1)
        #expect(flat.complaints.contains("has the shape [-1,3], the file [3]"))
    }
}
