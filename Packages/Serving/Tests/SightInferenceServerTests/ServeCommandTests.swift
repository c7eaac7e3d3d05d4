import Foundation
import SightInferenceServer
import Testing

/// The program `sight-serve` without a service.
@Suite struct ServeCommandTests {
    /// Runs the program, which ends by itself and prints little.
    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("sight-serve")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func theVersionIsThatOfSight() throws {
        let outcome = try run(["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "sight-serve \(InferenceServer.version)\n")
    }

    @Test(arguments: ["", " \n", "one\ntwo", "one\r\ntwo\n"])
    func filesWithoutOneTokenAreRefused(content: String) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("token-\(UUID().uuidString)")
        try Data(content.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try run(["--port", "0", "--token-file", file.path])
        #expect(outcome.status == 64 && outcome.output.isEmpty)
    }

    /// A log that nobody reads does not end the service, not even while it starts.
    @Test func aClosedLogIsNoEnd() throws {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("sight-serve")
        process.arguments = ["--port", "0", "--log", "trace"]
        let (output, log) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = log
        try log.fileHandleForReading.close()
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.hasPrefix("sight-serve at"))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test(arguments: [["nonsense"], ["--nope"], ["--port", "70000"], ["--log", "loud"]])
    func wrongUsageHasTheDocumentedStatus(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
    }
}
