import Foundation

/// Runs the built program `sight`.
enum SightExecutable {
    /// The status and the output of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let complaints: String
    }

    /// Runs the program that was built beside these tests.
    static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        try run(arguments: arguments, environment: environment)
    }

    /// Runs the program with a list of arguments, and interrupts it once a condition holds, if
    /// there is one.
    ///
    /// If `device` is the path of a file, standard output goes there and is not part of the outcome.
    /// Standard input is empty without the path of a file.
    static func run(
        arguments: [String], environment: [String: String] = [:], inputFrom file: String? = nil,
        outputTo device: String? = nil,
        interruptWhen isTime: (() -> Bool)? = nil, by signal: Int32 = SIGINT
    ) throws -> Outcome {
        #if os(macOS) || os(Linux)
            let process = Process()
            process.executableURL = folder.appendingPathComponent("sight")
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let scratch = try ScratchFolder()
            var output = try scratch.handle("output")
            if let device { output = try FileHandle(forWritingTo: URL(fileURLWithPath: device)) }
            let complaints = try scratch.handle("complaints")
            process.standardInput =
                try file.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
                ?? FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = complaints
            try process.run()
            if let isTime {
                while process.isRunning, !isTime() { Thread.sleep(forTimeInterval: 0.02) }
                if process.isRunning { kill(process.processIdentifier, signal) }
            }
            process.waitUntilExit()
            return Outcome(
                status: process.terminationReason == .exit ? process.terminationStatus : -1,
                output: try scratch.text("output"), complaints: try scratch.text("complaints"))
        #else
            throw CocoaError(.featureUnsupported)  // iOS starts no programs
        #endif
    }

    /// The folder of the build, with the test bundle and the program.
    static var folder: URL {
        #if canImport(Darwin)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        #else
            let bundle: URL? = nil  // The main program has the tests.
        #endif
        let program = bundle ?? Bundle.main.executableURL
        return (program ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent()
    }
}
