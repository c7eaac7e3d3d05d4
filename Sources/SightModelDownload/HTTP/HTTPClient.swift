package import Foundation
package import SightModels

/// Requests with the rules of this module: where they may go, and what may follow a redirect.
package struct HTTPClient: Sendable {
    /// No more redirects than this are followed.
    package static let maximumRedirects = 5

    /// Makes a client.
    package init() {}

    /// Sends a request, follows redirects, and waits for the head of the answer.
    ///
    /// Only requests without a body are sent on. Credentials stay with the host they were meant
    /// for.
    package func send(_ request: HTTPRequest)
        async throws(ModelDeliveryError) -> (HTTPHead, HTTPExchange)
    {
        var request = request
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

    /// Sends a request in the foreground or, where there is one and it suits, by the system's
    /// background service.
    private static func transport(_ request: HTTPRequest)
        async throws(ModelDeliveryError) -> (HTTPHead, HTTPExchange)
    {
        #if canImport(Darwin)
            if request.suitsBackground {
                let answer = try await BackgroundTransport.send(request)
                // The service has followed redirects already.
                try requireSecure(answer.0.url)
                try requireNoLoss(answer.0.url, from: request.url)
                return answer
            }
        #endif
        return try await URLSessionTransport.send(request)
    }

    /// Points a request at the target of a redirect.
    static func follow(_ head: HTTPHead, _ request: inout HTTPRequest) throws(ModelDeliveryError) {
        guard let text = head["Location"],
            let target = URL(string: text, relativeTo: request.url)?.absoluteURL
        else {
            throw ModelDeliveryError(
                .internalError, "\(head.url.host ?? "?") redirects without saying where")
        }
        guard request.body == nil else {
            throw ModelDeliveryError(
                .internalError,
                "\(head.url.host ?? "?") redirects a \(request.method) request to "
                    + "\(target.host ?? "?")")
        }
        try requireNoLoss(target, from: request.url)
        if origin(target) != origin(request.url) { request.credentials = [:] }
        request.url = target
    }

    private static func origin(_ url: URL) -> [String] {
        let scheme = url.scheme?.lowercased() ?? ""
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        return [scheme, url.host?.lowercased() ?? "", String(port)]
    }

    /// Lets through HTTPS, and HTTP to this very machine.
    ///
    /// - Throws: `ModelDeliveryError` with code `insecure`, or `invalidArgument` for addresses
    ///   without a host and those with a user name in them.
    package static func requireSecure(_ url: URL) throws(ModelDeliveryError) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty,
            url.user == nil
        else {
            throw ModelDeliveryError(
                .invalidArgument, "\"\(url.host ?? url.absoluteString)\" is no address for models")
        }
        guard scheme == "https" || (scheme == "http" && isLoopback(host)) else {
            throw ModelDeliveryError(
                .insecure, "\(scheme)://\(host): models come over HTTPS only")
        }
    }

    /// Lets through an address that an answer from another one names.
    ///
    /// - Throws: `ModelDeliveryError` with code `insecure` where the address is less protected than
    ///   its announcement or leads from elsewhere to this machine, and as ``requireSecure(_:)``.
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
