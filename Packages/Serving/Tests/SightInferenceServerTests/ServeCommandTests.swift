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

    @Test(arguments: [["nonsense"], ["--nope"], ["--port", "70000"], ["--log", "loud"]])
    func wrongUsageHasTheDocumentedStatus(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
    }
}
