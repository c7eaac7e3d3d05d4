import Foundation
import Testing

/// A folder in which a test runs the program; it is deleted after the test.
final class SignFolder: Sendable {
    /// The end of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("sight-sign-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Runs the program in the folder.
    func run(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = try Self.program()
        process.arguments = arguments
        process.currentDirectoryURL = url
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

    func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

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

    /// Makes private keys `NAME.key`, and returns the public ones.
    func keys(_ names: String...) throws -> [String] {
        try names.map { try run("keys", "generate", "\($0).key").output }
    }

    /// Writes `bird.tflite`: the smallest file that counts as a model, and bytes that depend on a
    /// seed.
    func writeModel(_ seed: UInt8) throws {
        var bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) }
        bytes.replaceSubrange(0..<12, with: [28, 0, 0, 0] + Array("TFL3".utf8) + [4, 0, 4, 0])
        // The table lies 20 bytes after its vtable, which names no field.
        bytes.replaceSubrange(28..<32, with: [20, 0, 0, 0])
        try Data(bytes).write(to: url.appendingPathComponent("bird.tflite"))
    }

    /// Signs `bird.tflite`.
    func sign(_ version: Int, _ keys: String, by key: String, _ options: String...) throws
        -> Outcome
    {
        try run(
            [
                "sign", "bird.tflite", "--name", "bird", "--version", "\(version)", "--keys", keys,
                "--by", key,
            ] + options)
    }

    /// Downloads `bird.tflite` into a store in the folder.
    func download(_ keys: String) throws -> Outcome {
        try run("download", "bird", "--file", "bird.tflite", "--keys", keys, "--store", "store")
    }

    /// The bytes of a file; `nil` if there is none.
    func content(_ name: String) -> Data? {
        try? Data(contentsOf: url.appendingPathComponent(name))
    }
}
