import Foundation

/// The settings of a host.
package struct HostSettings: Sendable {
    /// The folder of the host's data.
    package var folder: String
    /// Address to listen on.
    package var address = "127.0.0.1"
    /// Port to listen on; 0 for any free one.
    package var port = 8080
    /// The address at which clients reach the host, such as `https://models.example.com`; `nil`
    /// uses the `Host` of each request.
    package var publicURL: String?
    /// The PEM file with the certificates for TLS; `nil` if a proxy terminates TLS.
    package var certificate: String?
    /// The PEM file with the certificate's private key.
    package var privateKey: String?
    /// The path of this program, which child processes run to check and try uploads; `nil` checks
    /// and tries them in this process.
    package var program: String?
    /// The size limit of an upload in bytes.
    package var maximumUpload = 256 << 20
    /// The bytes of memory of a child that checks or tries an upload.
    package var maximumCheckMemory = 4 << 30
    /// The seconds that a child may take to check or try an upload.
    package var maximumCheckSeconds = 60.0
    /// The limit of open connections; one address may have an eighth of them, a trusted proxy all.
    package var maximumConnections = 4096
    /// Requests per second from one client's address, with bursts of ten times as many.
    package var requestsPerSecond = 200.0
    /// New installations per second from one client's address, with bursts of twenty times as many.
    package var registrationsPerSecond = 5.0
    /// Whether the host trusts `X-Forwarded-For`: only behind a proxy that sets this field.
    package var trustsProxy = false
    /// The seconds in which the body of a request has to arrive, whatever its client sends
    /// meanwhile; an upload gets a second more for each 64 KiB of its limit.
    package var bodySeconds = 30.0
    /// The seconds for which requests may continue after SIGTERM.
    package var grace = 30.0
    /// The seconds for which the signed address of a model file is valid.
    package var linkLifetime = 3600.0

    /// The seconds in which a client has to take the bytes that wait for it.
    ///
    /// Linux reports room for more bytes only when a third of its buffer is free, which may be
    /// 1.4 MB: a client that takes 20 KB a second must not be cut off.
    package var stallSeconds = 120.0

    /// The address and a port as in URLs, with an IPv6 address in brackets.
    package func authority(port: Int) -> String {
        (address.contains(":") ? "[\(address)]" : address) + ":\(port)"
    }

    /// Returns the address of a host without slashes at its end, so that paths can follow.
    ///
    /// - Parameter text: the address as the operator gives it.
    /// - Returns: the address; `nil` for other text, and for a user, a query or a fragment in it.
    package static func publicAddress(_ text: String) -> String? {
        guard let parts = URLComponents(string: text),
            ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.host?.isEmpty == false, parts.user == nil, parts.query == nil,
            parts.fragment == nil
        else { return nil }
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// Makes the default settings for a data folder.
    package init(folder: String) { self.folder = folder }
}
