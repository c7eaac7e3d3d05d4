public import Foundation
import NIOConcurrencyHelpers
public import SightModelDownload
import SightServerTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program `sight-host` on a folder and a free port of its own, started for a test.
///
/// ``HostProgram`` says where the program is. Only one thread at a time may start or end it.
public final class RunningHost: Sendable {
    private struct State {
        var base = ""
        var token = ""
        var apiKey = ""
        var process: Process?
    }

    /// The host's data folder.
    public let folder: URL
    /// The host's address, such as `http://127.0.0.1:41234`.
    public var base: String { state.withLockedValue { $0.base } }
    /// The first admin token.
    public var token: String { state.withLockedValue { $0.token } }
    /// The API key that apps send.
    public var apiKey: String { state.withLockedValue { $0.apiKey } }
    private let options: [String]
    private let fileLimit: Int?
    private let logFile: URL?
    private let state = NIOLockedValueBox(State())

    /// Starts a host on a new folder.
    ///
    /// - Parameters:
    ///   - options: further options of `sight-host serve`.
    ///   - fileLimit: the bytes that the host can write to one file, as if the disk were full
    ///     then; `nil` for no limit.
    ///   - keepsLog: whether ``log()`` returns what the host logs; otherwise it goes to standard
    ///     error.
    /// - Throws: when the program is missing or ends at once.
    public init(_ options: [String] = [], fileLimit: Int? = nil, keepsLog: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-host-\(UUID().uuidString)")
        self.options = options
        self.fileLimit = fileLimit
        logFile = keepsLog ? folder.appendingPathExtension("log") : nil
        if let logFile { try Data().write(to: logFile) }
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
        if let logFile { try? FileManager.default.removeItem(at: logFile) }
    }

    /// The lines that the host has logged, also before it was started again.
    public func log() throws -> [[String: String]] {
        guard let logFile else { return [] }
        return String(decoding: try Data(contentsOf: logFile), as: UTF8.self)
            .split(separator: "\n")
            .compactMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) }
    }

    /// The host's process.
    public var processIdentifier: Int32 {
        state.withLockedValue { $0.process?.processIdentifier ?? 0 }
    }

    /// Starts the program and reads its address, admin token and API key from its output.
    public func start() throws {
        let process = Process()
        let arguments =
            [
                "serve", "--data", folder.path, "--port", "0", "--rate", "100000",
                "--registrations", "100000", "--log", "error",
            ] + options
        process.executableURL = HostProgram.url
        process.arguments = arguments
        if let fileLimit {
            // Without the trap, a signal would end a process that exceeds the limit.
            let script = "trap '' XFSZ; ulimit -f \(fileLimit / 512); exec \"$0\" \"$@\""
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script, HostProgram.url.path] + arguments
        }
        let output = Pipe()
        process.standardOutput = output
        if let logFile {
            let log = try FileHandle(forWritingTo: logFile)
            try log.seekToEnd()
            process.standardError = log
        }
        try process.run()
        state.withLockedValue { $0.process = process }
        var text = ""
        while !text.contains("API_KEY") || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: data, as: UTF8.self)
        }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            state.withLockedValue { state in
                switch words[0] {
                case "Sight": state.base = String(words[3])
                case "API_KEY": state.apiKey = String(words[1])
                case "ADMIN_TOKEN": state.token = String(words[1])
                default: break
                }
            }
        }
    }

    /// Ends the program with SIGTERM and waits for it.
    public func stop() {
        let process = takeProcess()
        process?.terminate()
        process?.waitUntilExit()
    }

    /// Ends the program with SIGKILL.
    public func kill() {
        guard let process = takeProcess() else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func takeProcess() -> Process? {
        state.withLockedValue { state in
            defer { state.process = nil }
            return state.process
        }
    }

    /// Sends a request with the admin token, or with another token if one is given.
    public func send(
        _ method: String, _ path: String, _ body: Data? = nil, token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> (status: Int, body: Data, headers: [String: String]) {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let authorization = ["Authorization": "Bearer \(token ?? self.token)"]
        return try await TestRequest(
            method, path.hasPrefix("http") ? path : base + path, body: body,
            headers: authorization.merging(headers) { $1 }
        ).send(by: session)
    }

    /// Sends JSON and reads the answer as a JSON object.
    public func json(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws
        -> (status: Int, body: [String: Any])
    {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let answer = try await send(method, path, data)
        let object = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        return (answer.status, object ?? [:])
    }

    /// Publishes a model.
    ///
    /// - Returns: the answer's status.
    public func publish(_ model: String, _ bytes: Data) async throws -> Int {
        try await send("POST", "/admin/v1/models/\(model)/versions", bytes).status
    }

    /// Publishes a model and serves it to everybody.
    ///
    /// - Throws: `URLError` when the host refuses.
    public func serve(_ model: String, _ bytes: Data) async throws {
        guard try await publish(model, bytes) == 201,
            try await json("POST", "/admin/v1/models/\(model)/promote", [:]).status == 200
        else { throw URLError(.badServerResponse) }
    }

    /// Waits until the statistics show a number of downloads, and returns their hours.
    ///
    /// A client has the last byte a little before the host counts the download.
    public func hours(downloads: Int) async throws -> [[String: Any]] {
        while true {
            let answer = try await json("GET", "/admin/v1/stats").body
            let hours = answer["hours"] as? [[String: Any]] ?? []
            let count = hours.compactMap { $0["downloads"] as? Int }.reduce(0, +)
            guard count < downloads else { return hours }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// An app's configuration for this host.
    public func configuration() throws -> FirebaseConfiguration {
        guard let url = URL(string: base) else { throw URLError(.badURL) }
        return try FirebaseConfiguration(
            apiKey: apiKey, appID: "1:2:ios:3", projectID: "sight", bundleID: "org.x",
            endpoints: FirebaseEndpoints(host: url))
    }

    /// Writes a `GoogleService-Info.plist` for this host, like the one that an app ships with.
    ///
    /// - Returns: the file, beside the host's own.
    public func propertyList() throws -> URL {
        let values = [
            "API_KEY": apiKey, "GOOGLE_APP_ID": "1:2:ios:3", "PROJECT_ID": "sight",
            "BUNDLE_ID": "org.x", FirebaseEndpoints.hostKey: base,
        ]
        let url = folder.appendingPathComponent("GoogleService-Info.plist")
        try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
            .write(to: url)
        return url
    }
}
