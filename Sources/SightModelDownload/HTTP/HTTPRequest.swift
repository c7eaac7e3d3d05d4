package import Foundation

/// A request, as this module sends it.
package struct HTTPRequest: Sendable {
    /// The method: `GET`, `POST`, ….
    package var method = "GET"
    /// The address of the request.
    package var url: URL
    /// Header fields that any host may see.
    package var headers: [String: String] = [:]
    /// Header fields for this host alone; a redirect to another one drops them.
    package var credentials: [String: String] = [:]
    /// The body, if any.
    package var body: Data?
    /// A function that receives, on any thread, the number of bytes of the body that were sent.
    package var onSend: (@Sendable (Int) -> Void)?
    /// The number of seconds in which at least one byte must arrive.
    package var idleTimeout = 60.0
    /// The number of seconds for the whole request.
    package var deadline = 60.0
    /// Whether mobile networks may be used.
    package var allowsCellularAccess = true
    /// Whether the answer may be fetched by the system's background service.
    package var allowsBackground = false

    /// Whether the system's background service can send the request: it sends no body, and it
    /// follows redirects itself, so that credentials could reach another host.
    package var suitsBackground: Bool {
        allowsBackground && method == "GET" && body == nil && credentials.isEmpty
    }

    /// Makes a `GET` request.
    package init(_ url: URL) { self.url = url }
}
