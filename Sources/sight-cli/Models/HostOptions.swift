import ArgumentParser
import Foundation
import SightModelDownload
import SightModels

/// Which host a command steers.
struct HostOptions: ParsableArguments {
    @Option(help: "The host's address; SIGHT_MODEL_HOST of the environment by default.")
    var host: String?
    @Option(help: "The admin token; SIGHT_HOST_TOKEN of the environment is safer.")
    var token: String?

    /// A connection to the host.
    func connection() throws(CommandError) -> HostConnection {
        let environment = ProcessInfo.processInfo.environment
        guard let text = host ?? environment["SIGHT_MODEL_HOST"], let url = URL(string: text) else {
            throw CommandError(.usage, "--host or SIGHT_MODEL_HOST has to name the host")
        }
        guard let token = token ?? environment["SIGHT_HOST_TOKEN"], !token.isEmpty else {
            throw CommandError(.usage, "--token or SIGHT_HOST_TOKEN has to hold the admin token")
        }
        return HostConnection(base: url, token: token)
    }
}

/// Requests to a host's admin interface.
struct HostConnection {
    private let base: URL
    private let token: String

    init(base: URL, token: String) {
        self.base = base
        self.token = token
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST`, ….
    ///   - path: below the admin interface; its parts are escaped already.
    ///   - body: what is sent.
    ///   - onSend: is told how many bytes of it are sent.
    /// - Returns: the JSON answer.
    /// - Throws: ``CommandError`` with the host's own message.
    func send(
        _ method: String, _ path: String, _ body: Data? = nil,
        onSend: (@Sendable (Int) -> Void)? = nil
    ) async throws(CommandError) -> Data {
        guard let url = URL(string: base.absoluteString + "/admin/v1/" + path) else {
            throw CommandError(.usage, "\(base)/admin/v1/\(path) is no address")
        }
        var request = HTTPRequest(url)
        request.method = method
        request.body = body
        request.onSend = onSend
        request.deadline = 600
        request.credentials["Authorization"] = "Bearer \(token)"
        let ready = request
        return try await CommandError.wrapping { () async throws(ModelDeliveryError) in
            let (head, exchange) = try await HTTPClient().send(ready)
            let data = try await exchange.body(limit: 64 << 20)
            guard (200...299).contains(head.status) else {
                throw HTTPFailure.error(head, detail: data)
            }
            return data
        }
    }
}
