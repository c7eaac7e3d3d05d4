import Foundation
import SightModelDownload

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program `sight-host` on a folder of its own, started for a test.
final class RunningHost: @unchecked Sendable {  // one test at a time
    // Sendable proof: the variables change in `start`, `stop` and `kill` alone, which tests call
    // one after the other.

    let folder: URL
    private(set) var base = ""
    private(set) var token = ""
    private(set) var apiKey = ""
    private let extra: [String]
    private var process: Process?

    init(_ extra: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-host-\(UUID().uuidString)")
        self.extra = extra
        try start()
    }

    deinit {
        process?.terminate()
        process?.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the program and reads what it says about itself.
    func start() throws {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("sight-host")
        process.arguments =
            ["serve", "--data", folder.path, "--port", "0", "--rate", "100000", "--log", "error"]
            + extra
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        var text = ""
        while !text.contains("API_KEY") || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: data, as: UTF8.self)
        }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            switch words[0] {
            case "Sight": base = String(words[3])
            case "API_KEY": apiKey = String(words[1])
            case "ADMIN_TOKEN": token = String(words[1])
            default: break
            }
        }
    }

    /// Ends the program in good order.
    func stop() {
        process?.terminate()
        process?.waitUntilExit()
        process = nil
    }

    /// Ends the program at once.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Sends a request; the admin token goes along unless another is given.
    func send(
        _ method: String, _ path: String, _ body: Data? = nil, token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> (status: Int, body: Data, headers: [String: String]) {
        guard let url = URL(string: path.hasPrefix("http") ? path : base + path) else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer \(token ?? self.token)", forHTTPHeaderField: "Authorization")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            fields["\(name)".lowercased()] = "\(value)"
        }
        return (response.statusCode, data, fields)
    }

    /// Sends JSON and reads the answer as a JSON object.
    func json(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws
        -> (status: Int, body: [String: Any])
    {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let answer = try await send(method, path, data)
        let object = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
        return (answer.status, object ?? [:])
    }

    /// Publishes a model.
    func publish(_ model: String, _ bytes: Data) async throws -> Int {
        try await send("POST", "/admin/v1/models/\(model)/versions", bytes).status
    }

    /// An app's configuration for this host.
    func configuration() throws -> FirebaseConfiguration {
        guard let url = URL(string: base) else { throw URLError(.badURL) }
        return try FirebaseConfiguration(
            apiKey: apiKey, appID: "1:2:ios:3", projectID: "sight", bundleID: "org.x",
            endpoints: FirebaseEndpoints(host: url))
    }
}
