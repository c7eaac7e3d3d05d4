import Foundation
import NIOPosix
import SightServerSupport

/// Processes files of publishers in a child process with limits.
///
/// If a file makes the child crash, loop or allocate too much memory, the host answers 400.
package struct IsolatedWork: Sendable {
    /// The size limit of a reply in bytes; labels and names have smaller limits of their own.
    private static let replyLimit = 4 << 20

    /// The program that the child runs; `nil` does the work in this process.
    let program: String?
    /// Arguments of the program that precede those of the work.
    let arguments: [String]
    /// The bytes of memory of a child.
    let memory: Int
    /// The seconds after which a child is killed, and its seconds of processor time.
    let deadline: Double

    /// Prepares to run children of a program.
    package init(
        program: String?, arguments: [String] = [], memory: Int = 4 << 30, deadline: Double = 60
    ) {
        self.program = program
        self.arguments = arguments
        self.memory = memory
        self.deadline = deadline
    }

    /// The threads that wait for children; the threads that read downloads stay free.
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 2)
        threads.start()
        return threads
    }()

    /// Does the work on a thread for it, not on an event loop; at most two are done at a time.
    ///
    /// - Throws: ``HostError`` with status 400 for files that cannot be processed.
    package func run<Value: Codable & Sendable>(_ work: ModelWork, for type: Value.Type)
        async throws -> Value
    {
        let data = try await Self.threads.runIfActive {
            guard let program else { return try work.reply() }
            return try output(program, arguments + work.arguments + limits)
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

    private var limits: [String] {
        [
            "--maximum-memory", String(memory), "--maximum-seconds",
            String(Int(deadline.rounded(.up))),
        ]
    }

    private func output(_ program: String, _ arguments: [String]) throws -> Data {
        do throws(ChildFailure) {
            let child = try ChildProcess(program: program, arguments: arguments)
            child.finishSending()
            return Data(
                try child.receiveAll(limit: Self.replyLimit, by: ChildDeadline(in: deadline)))
        } catch {
            if case .unstartable = error { throw error }
            throw HostError(.badRequest, "the model cannot be loaded: \(error)")
        }
    }
}
