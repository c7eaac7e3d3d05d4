package import Foundation

/// One request, as this module sends it.
package struct HTTPRequest: Sendable {
    /// `GET`, `POST`, ….
    package var method = "GET"
    /// Where it goes.
    package var url: URL
    /// Header fields that any host may see.
    package var headers: [String: String] = [:]
    /// Header fields for this host alone; a redirect to another one drops them.
    package var credentials: [String: String] = [:]
    /// What is sent, if anything.
    package var body: Data?
    /// Is told on any thread how many bytes of the body are sent.
    package var onSend: (@Sendable (Int) -> Void)?
    /// Seconds in which at least one byte must come.
    package var idleTimeout = 60.0
    /// Seconds for all of it.
    package var deadline = 60.0
    /// Whether mobile networks may be used.
    package var allowsCellularAccess = true
    /// Whether the answer may be fetched by the system's background service.
    package var allowsBackground = false

    /// Whether the system's background service can fetch the answer: it sends no body, and follows
    /// redirects by itself, so that credentials could go astray.
    package var suitsBackground: Bool {
        allowsBackground && method == "GET" && body == nil && credentials.isEmpty
    }

    /// Makes a `GET` request.
    package init(_ url: URL) { self.url = url }
}
