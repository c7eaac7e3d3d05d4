import Foundation
import SightModels
import Testing

/// A session with the program, from the first key to its replacement.
@Suite struct SignSessionTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("sight-sign-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    private func run(_ arguments: String...) throws -> Outcome {
        let process = Process()
        process.executableURL = try Self.program()
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: text.trimmingCharacters(in: .whitespacesAndNewlines), errors: complaints)
    }

    /// The program, which the build puts beside the bundle of the tests.
    private static func program() throws -> URL {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        var folder = bundle.deletingLastPathComponent()
        while folder.path != "/" {
            let program = folder.appendingPathComponent("sight-sign")
            if FileManager.default.isExecutableFile(atPath: program.path) { return program }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    private func model(_ seed: UInt8) throws -> [UInt8] {
        var bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) }
        bytes.replaceSubrange(0..<8, with: [28, 0, 0, 0] + Array("TFL3".utf8))
        try Data(bytes).write(to: folder.appendingPathComponent("bird.tflite"))
        return bytes
    }

    private func sign(_ version: Int, _ keys: String, by key: String) throws -> Outcome {
        try run(
            "sign", "bird.tflite", "--name", "bird", "--version", "\(version)", "--keys", keys,
            "--by", key)
    }

    private func download(_ keys: String) throws -> Outcome {
        try run("download", "bird", "--file", "bird.tflite", "--keys", keys, "--store", "store")
    }

    @Test func fromTheFirstKeyToItsSuccessor() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try run("keys", "generate", "a.key")
        let second = try run("keys", "generate", "b.key")
        #expect(first.status == 0 && VerificationKey(base64: first.output) != nil)
        #expect(try run("keys", "generate", "a.key").status != 0)
        #expect(
            try run("keys", "create", "k.json", "--publisher", "p", "--key", first.output).status
                == 0)
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("k.json"),
            to: folder.appendingPathComponent("pinned.json"))

        _ = try model(1)
        #expect(try sign(5, "k.json", by: "a.key").status == 0)
        #expect(try run("verify", "bird.tflite", "--name", "bird", "--keys", "k.json").status == 0)
        #expect(try download("pinned.json").status == 0)

        // The device refuses a forged manifest, an old one, and an unsigned file.
        _ = try model(2)
        #expect(try download("pinned.json").errors.contains("another file"))
        #expect(try sign(6, "k.json", by: "b.key").errors.contains("0 of the keys"))
        #expect(try download("pinned.json").errors.contains("0 of the keys"))
        #expect(try sign(4, "k.json", by: "a.key").status == 0)
        #expect(try download("pinned.json").errors.contains("older than version 5"))

        // A device that pins the first keys accepts the successor, and no longer the first key.
        let rotated = try run(
            "keys", "rotate", "k.json", "--key", second.output, "--by", "a.key", "--by", "b.key")
        #expect(rotated.status == 0 && rotated.errors.isEmpty)
        #expect(try sign(6, "k.json", by: "b.key").errors.isEmpty)
        let path = try download("pinned.json")
        #expect(path.status == 0, "\(path.errors)")
        #expect(try sign(7, "pinned.json", by: "a.key").status == 0)
        #expect(try download("pinned.json").errors.contains("0 of the keys"))
    }

    @Test func twoOfTwoSignOneAfterTheOther() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = try ["a.key", "b.key"].map { try run("keys", "generate", $0).output }
        _ = try run(
            "keys", "create", "k.json", "--publisher", "p", "--key", keys[0], "--key", keys[1],
            "--threshold", "2")
        _ = try model(1)
        #expect(try sign(1, "k.json", by: "a.key").errors.contains("1 of the keys"))
        #expect(try download("k.json").status != 0)
        #expect(try run("countersign", "bird.tflite.signed.json", "--by", "b.key").status == 0)
        #expect(try download("k.json").status == 0)
    }

    @Test func keysThatOthersMayReadAreRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = try run("keys", "generate", "a.key").output
        _ = try run("keys", "create", "k.json", "--publisher", "p", "--key", key)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: folder.appendingPathComponent("a.key").path)
        _ = try model(1)
        #expect(try sign(1, "k.json", by: "a.key").errors.contains("chmod 600"))
    }
}
