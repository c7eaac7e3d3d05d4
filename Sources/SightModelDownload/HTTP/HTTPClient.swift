package import Foundation
package import SightModels

/// Sends requests by the rules of this module for addresses and redirects.
package struct HTTPClient: Sendable {
    /// The largest number of redirects that are followed.
    package static let maximumRedirects = 5

    /// Makes a client.
    package init() {}

    /// Sends a request, follows redirects, and waits for the head of the answer.
    ///
    /// Only requests without a body follow a redirect. Credentials are sent only to the host for
    /// which they were made.
    package func send(_ request: HTTPRequest)
        async throws(ModelDeliveryError) -> (HTTPHead, HTTPExchange)
    {
        var request = request
        try Self.requireHarmlessFields(request)
        for _ in 0...Self.maximumRedirects {
            try Self.requireSecure(request.url)
            let (head, exchange) = try await Self.transport(request)
            guard (301...308).contains(head.status), ![304, 305, 306].contains(head.status) else {
                return (head, exchange)
            }
            exchange.discard()
            try Self.follow(head, &request)
        }
        throw ModelDeliveryError(
            .internalError,
            "\(request.url.host ?? "?"): more than \(Self.maximumRedirects) redirects")
    }

    /// Checks that no header field contains the beginning of another one.
    ///
    /// Values such as tokens come from servers. On Linux libcurl sends the requests, and does not
    /// check the values.
    ///
    /// - Throws: `ModelDeliveryError` with code `invalidArgument`.
    private static func requireHarmlessFields(_ request: HTTPRequest) throws(ModelDeliveryError) {
        for (name, value) in Array(request.headers) + Array(request.credentials)
        where (name + value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            throw ModelDeliveryError(
                .invalidArgument,
                "the header field \(name.debugDescription) has control characters")
        }
    }

    /// Sends a request in the foreground, or through the system's background service if it exists
    /// and suits the request.
    private static func transport(_ request: HTTPRequest)
        async throws(ModelDeliveryError) -> (HTTPHead, HTTPExchange)
    {
        #if canImport(Darwin)
            if request.suitsBackground, BackgroundTransport.isAvailable {
                let (head, exchange) = try await BackgroundTransport.send(request)
                // The service has already followed the redirects.
                do throws(ModelDeliveryError) {
                    try requireSecure(head.url)
                    try requireNoLoss(head.url, from: request.url)
                } catch {
                    exchange.discard()
                    throw error
                }
                return (head, exchange)
            }
        #endif
        #if canImport(Glibc)
            return try await CurlTransport.send(request)
        #else
            return try await URLSessionTransport.send(request)
        #endif
    }

    /// Changes a request to the target of a redirect.
    static func follow(_ head: HTTPHead, _ request: inout HTTPRequest) throws(ModelDeliveryError) {
        guard let text = head["Location"],
            let target = URL(string: text, relativeTo: request.url)?.absoluteURL
        else {
            throw ModelDeliveryError(
                .internalError, "\(head.url.host ?? "?")'s redirect has no valid Location header")
        }
        guard request.body == nil else {
            throw ModelDeliveryError(
                .internalError,
                "\(head.url.host ?? "?") redirects a \(request.method) request to "
                    + "\(target.host ?? "?"); redirects are followed only without a body")
        }
        try requireNoLoss(target, from: request.url)
        if origin(target) != origin(request.url) { request.credentials = [:] }
        request.url = target
    }

    /// The scheme, the host and the port of an address.
    static func origin(_ url: URL) -> [String] {
        let scheme = url.scheme?.lowercased() ?? ""
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        return [scheme, url.host?.lowercased() ?? "", String(port)]
    }

    /// Accepts HTTPS, and HTTP to this machine.
    ///
    /// - Throws: `ModelDeliveryError` with code `insecure`, or `invalidArgument` for addresses
    ///   without a host and those with a user name in them.
    package static func requireSecure(_ url: URL) throws(ModelDeliveryError) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty,
            url.user == nil
        else {
            throw ModelDeliveryError(
                .invalidArgument,
                "\"\(url.host ?? url.absoluteString)\" is not a valid address for models")
        }
        guard scheme == "https" || (scheme == "http" && isLoopback(host)) else {
            throw ModelDeliveryError(
                .insecure, "\(scheme)://\(host): models are downloaded over HTTPS only")
        }
    }

    /// Checks an address that another server has named.
    ///
    /// - Throws: `ModelDeliveryError` with code `insecure` if the address is less protected than
    ///   its announcement or leads from another machine to this one, and the errors of
    ///   ``requireSecure(_:)``.
    package static func requireSecure(_ url: URL, from source: URL) throws(ModelDeliveryError) {
        try requireSecure(url)
        try requireNoLoss(url, from: source)
    }

    private static func requireNoLoss(_ url: URL, from source: URL) throws(ModelDeliveryError) {
        if source.scheme?.lowercased() == "https", url.scheme?.lowercased() != "https" {
            throw ModelDeliveryError(
                .insecure, "\(source.host ?? "?") leads from HTTPS to \(url.scheme ?? "?")")
        }
        if !isLoopback(source.host ?? ""), isLoopback(url.host ?? "") {
            throw ModelDeliveryError(.insecure, "\(source.host ?? "?") leads to this machine")
        }
    }

    /// Whether a host's name always means this machine.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
