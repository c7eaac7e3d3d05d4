import Foundation
import NIOPosix

/// Does work on files of publishers in a child process with limits.
///
/// Whatever a file makes of the child (a crash, a loop, memory without end), the host answers 400.
/// The program starts no processes of its own: Foundation would wait for these as well.
package struct ChildProcess: Sendable {
    /// Bytes of the largest reply: labels and names have limits of their own.
    private static let replyLimit = 4 << 20

    /// The program that does the work; `nil` to do it in this process.
    let program: String?
    /// Arguments of the program before those of the work.
    let arguments: [String]
    /// Seconds after which a child is killed.
    let deadline: Double

    /// Prepares to run children of a program.
    package init(program: String?, arguments: [String] = [], deadline: Double = 60) {
        self.program = program
        self.arguments = arguments
        self.deadline = deadline
    }

    /// Does the work off the event loops; as many at once as the pool of threads has threads.
    ///
    /// - Throws: ``HostError`` with status 400 for files that cannot be worked on.
    package func run<Value: Codable & Sendable>(_ work: ModelWork, for type: Value.Type)
        async throws -> Value
    {
        let data = try await NIOThreadPool.singleton.runIfActive {
            guard let program else { return try work.reply() }
            return try output(program, arguments + work.arguments)
        }
        let reply: ModelWork.Reply<Value>
        do { reply = try JSONDecoder().decode(ModelWork.Reply<Value>.self, from: data) } catch {
            throw HostError(.badRequest, "the model cannot be loaded: its check gave no answer")
        }
        guard let value = reply.value else {
            throw HostError(.badRequest, reply.refusal ?? "the model cannot be loaded")
        }
        return value
    }

    private func output(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        // Nothing of the host's environment, in which there may be secrets.
        let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
            .merging(libraries.map { ["LD_LIBRARY_PATH": $0] } ?? [:]) { $1 }
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let clock = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + deadline, execute: clock)
        var data = Data()
        while let part = try? pipe.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty {
            data += part
            guard data.count <= Self.replyLimit else { break }
        }
        if data.count > Self.replyLimit { kill(process.processIdentifier, SIGKILL) }
        // Whoever still writes gets SIGPIPE; `waitUntilExit` waits for children of the child, too.
        try? pipe.fileHandleForReading.close()
        process.waitUntilExit()
        clock.cancel()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw HostError(
                .badRequest,
                "the model cannot be loaded: it ends the program that tries it, with the "
                    + "\(process.terminationReason == .exit ? "status" : "signal") "
                    + "\(process.terminationStatus)")
        }
        return data
    }
}
