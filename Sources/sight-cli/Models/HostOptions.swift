import ArgumentParser
import Foundation
import SightModelDownload
import SightModels

/// The address and the token of the host that a command manages.
struct HostOptions: ParsableArguments {
    @Option(
        help: "The host's address; by default that in the environment variable SIGHT_MODEL_HOST.")
    var host: String?
    @Option(
        help:
            "The admin token; the environment variable SIGHT_HOST_TOKEN keeps it out of the list of processes."
    )
    var token: String?

    /// Returns a connection to the host.
    func connection() throws(CommandError) -> HostConnection {
        let environment = ProcessInfo.processInfo.environment
        guard let text = host ?? environment["SIGHT_MODEL_HOST"], let url = URL(string: text) else {
            throw CommandError(
                .usage,
                "no host: give its address in --host or SIGHT_MODEL_HOST, such as https://models.example.com"
            )
        }
        guard let token = token ?? environment["SIGHT_HOST_TOKEN"], !token.isEmpty else {
            throw CommandError(.usage, "no admin token: give it in SIGHT_HOST_TOKEN or --token")
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
    ///   - path: the path below the admin interface, already escaped.
    ///   - body: the bytes to send.
    ///   - onSend: is called with the number of bytes sent so far.
    /// - Returns: the JSON answer.
    /// - Throws: ``CommandError`` with the host's own message.
    func send(
        _ method: String, _ path: String, _ body: Data? = nil,
        onSend: (@Sendable (Int) -> Void)? = nil
    ) async throws(CommandError) -> Data {
        guard let url = URL(string: base.absoluteString + "/admin/v1/" + path) else {
            throw CommandError(.usage, "\(base)/admin/v1/\(path) is not an address: see --host")
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
