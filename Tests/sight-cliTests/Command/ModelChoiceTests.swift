import Foundation
import ModelFixtures
import SightModelFile
import Testing

/// Label files of a command line, and models with another number of classes.
@Suite struct ModelChoiceTests {
    private let scratch: ScratchFolder
    private let classifier: String
    private let segmenter: String

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
        classifier = try scratch.write(StubModels.classifier(scores: [64, 192]), to: "c.tflite")
        segmenter = try scratch.write(
            StubModels.raw([([1, 2, 2, 2], [1, 0, 0, 1, 1, 0, 1, 0])]), to: "s.tflite")
    }

    private func run(_ command: String, labels: [UInt8]) throws -> SightExecutable.Outcome {
        try SightExecutable.run(
            command, "--model", command == "segment" ? segmenter : classifier, "--labels",
            scratch.write(labels, to: "labels.txt"), "--json", scratch.path("a.bmp"))
    }

    /// Windows writes the mark and the carriage returns; many editors write an empty line.
    @Test(arguments: ["classify", "segment"], ["cat\ndog\n\n\n", "\u{FEFF}cat\r\ndog\r\n\r\n"])
    func labelsAreTheTextOfEachLine(_ command: String, _ text: String) throws {
        let outcome = try run(command, labels: Array(text.utf8))
        #expect(outcome.status == 0, "\(outcome.complaints)")
        for name in ["cat", "dog"] { #expect(outcome.output.contains("\"text\":\"\(name)\"")) }
    }

    @Test(arguments: ["classify", "segment"])
    func anotherNumberOfLabelsIsRefused(_ command: String) throws {
        let files = [("cat\n", "1 label"), ("a\nb\nc\n\n", "3 labels"), ("", "0 labels")]
        for (text, words) in files {
            let outcome = try run(command, labels: Array(text.utf8))
            #expect(outcome.status == 2)
            let model = command == "segment" ? segmenter : classifier
            #expect(
                outcome.complaints.contains("--labels has \(words), but \(model) has 2 classes"),
                "\(outcome.complaints)")
        }
    }

    /// The hint of a detector's error is kept.
    @Test func aDetectorNamesTheHead() throws {
        let count = 21
        let model = try scratch.write(
            StubModels.raw([([1, 6, count], [Float](repeating: 0, count: 6 * count))]),
            to: "y.tflite")
        for (text, status) in [("cat\ndog\n\n", Int32(0)), ("a\nb\nc\n", 2)] {
            let labels = try scratch.write(Array(text.utf8), to: "labels.txt")
            let outcome = try SightExecutable.run(
                "detect", "--model", model, "--labels", labels, scratch.path("a.bmp"))
            #expect(outcome.status == status, "\(outcome.complaints)")
            #expect(outcome.complaints.contains("the head may be another") == (status == 2))
        }
    }

    /// Latin-1, and UTF-16 with its mark and without.
    private static let encodings: [([UInt8], Int)] = [
        ([0x63, 0x0A, 0x4B, 0xE4, 0x66, 0x0A], 2), ([0xFF, 0xFE, 0x63, 0, 0x0A, 0, 0x64, 0], 1),
        ([0x63, 0, 0x0A, 0, 0x64, 0], 1),
    ]

    @Test(arguments: encodings)
    func otherEncodingsAreRefused(_ bytes: [UInt8], _ line: Int) throws {
        let outcome = try run("classify", labels: bytes)
        #expect(outcome.status == 2)
        #expect(
            outcome.complaints.contains(
                "labels.txt: line \(line) is not UTF-8; convert the file with iconv"),
            "\(outcome.complaints)")
    }
}
