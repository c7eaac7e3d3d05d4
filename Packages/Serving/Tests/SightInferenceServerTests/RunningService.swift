import Foundation
import SightServerTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program `sight-serve`, started for a test on a repository of its own.
final class RunningService: Sendable {
    let folder: URL
    let base: String
    /// The port for gRPC; 0 without `--grpc-port`.
    let rpcPort: Int
    private let process = Process()
    /// The connection pool for all requests of a test.
    private let session = URLSession(configuration: .ephemeral)

    /// Starts the program and waits until it is ready, unless it lacks a model and never will be.
    init(
        _ extra: [String] = [], models: [String: [UInt8]] = [:],
        trusting certificate: String? = nil, becomesReady: Bool = true
    ) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in models { try Self.write(bytes, to: name, in: folder) }
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("sight-serve")
        process.arguments =
            [
                "--repository", folder.path, "--port", "0", "--log", "error",
                "--reload-interval", "0.05",
            ] + extra
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        let lineCount = extra.contains("--grpc-port") ? 2 : 1
        while text.count(where: { $0 == "\n" }) < lineCount {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: data, as: UTF8.self)
        }
        var (base, rpcPort) = ("", 0)
        for line in text.split(separator: "\n") {
            let address = line.split(separator: " ").last ?? ""
            if line.hasPrefix("gRPC") {
                rpcPort = address.split(separator: ":").last.flatMap { Int($0) } ?? 0
            } else {
                base = String(address.dropLast())
            }
        }
        (self.base, self.rpcPort) = (base, rpcPort)
        if let certificate {
            try await settle { (try? self.isReady(trusting: certificate)) == true }
        } else if becomesReady {
            try await settle { try await self.send("GET", "/v2/health/ready").status == 200 }
        }
    }

    private func isReady(trusting certificate: String) throws -> Bool {
        let address = base + "/v2/health/ready"
        return try !TestCertificate.fetch(trusting: certificate, ["-f", address]).isEmpty
    }

    deinit {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file into the repository atomically, by renaming a temporary file.
    func write(_ bytes: [UInt8], to name: String) throws {
        try Self.write(bytes, to: name, in: folder)
    }

    private static func write(_ bytes: [UInt8], to name: String, in folder: URL) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    /// Asks the program to end and waits for it.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Ends the program with SIGKILL.
    func crash() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The running child processes of the program.
    func children() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init)
            .filter { Self.parent(of: $0) == process.processIdentifier }
    }

    /// The parent of a process; `nil` for a process that has ended, including a zombie.
    static func parent(of child: Int32) -> Int32? {
        let text = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
        // The state and the parent follow the name in parentheses.
        let words = text.split(separator: ")").last?.split(separator: " ") ?? []
        return words.count > 1 && words[0] != "Z" ? Int32(words[1]) : nil
    }

    func terminate() { process.terminate() }

    /// Sends a signal to the program, and waits until it ends.
    func end(by signal: Int32) -> (reason: Process.TerminationReason, status: Int32) {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return (process.terminationReason, process.terminationStatus)
    }

    /// The memory of the program that is in use, in MiB; 0 on systems without `/proc`.
    var residentMiB: Int {
        let path = "/proc/\(process.processIdentifier)/statm"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize()) >> 20
    }

    /// Returns the metrics of the service.
    func metrics() async throws -> String {
        String(decoding: try await send("GET", "/metrics").body, as: UTF8.self)
    }

    /// Sends a request.
    func send(
        _ method: String, _ path: String, _ body: Data? = nil, headers: [String: String] = [:]
    ) async throws -> (status: Int, body: Data, headers: [String: String]) {
        try await TestRequest(method, base + path, body: body, headers: headers).send(by: session)
    }

    /// Sends a request and reads the answer as a JSON object.
    func json(_ method: String, _ path: String, _ body: String? = nil) async throws
        -> (status: Int, body: [String: Any])
    {
        let answer = try await send(method, path, body.map { Data($0.utf8) })
        let object = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        return (answer.status, object ?? [:])
    }

    /// Waits until a condition holds.
    func settle(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<12_000 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw CocoaError(.userCancelled)
    }
}
