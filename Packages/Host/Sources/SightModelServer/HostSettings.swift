import Foundation

/// How a host is run.
package struct HostSettings: Sendable {
    /// The folder of the host's data.
    package var folder: String
    /// Address to listen on.
    package var address = "127.0.0.1"
    /// Port to listen on; 0 for any free one.
    package var port = 8080
    /// How clients reach the host, such as `https://models.example.com`; `nil` for what each
    /// request's `Host` says.
    package var publicURL: String?
    /// The PEM file with the certificates for TLS; `nil` where a proxy in front does TLS.
    package var certificate: String?
    /// The PEM file with the certificate's private key.
    package var privateKey: String?
    /// The path of this program, which child processes run to check and try uploads; `nil` checks
    /// them in this process.
    package var program: String?
    /// Bytes of the largest upload.
    package var maximumUpload = 256 << 20
    /// Connections at once; an eighth of them from one address, unless that is a trusted proxy's.
    package var maximumConnections = 4096
    /// Requests a second of one client's address, and ten times as many at once.
    package var requestsPerSecond = 200.0
    /// New installations a second of one client's address, and twenty times as many at once.
    package var registrationsPerSecond = 5.0
    /// Whether `X-Forwarded-For` is believed: only behind a proxy that sets it.
    package var trustsProxy = false
    /// Seconds for which requests may continue after SIGTERM.
    package var grace = 30.0
    /// Seconds for which the address of a model's bytes works.
    package var linkLifetime = 3600.0

    /// Settings for a folder.
    package init(folder: String) { self.folder = folder }
}
