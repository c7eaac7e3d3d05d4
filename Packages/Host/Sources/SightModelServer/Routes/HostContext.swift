import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SightServerSupport

/// The context of a request: Hummingbird's own storage and the address of the peer.
package struct HostContext: RequestContext {
    /// Hummingbird's own storage.
    package var coreContext: CoreRequestContextStorage
    private let peer: String

    /// The form of an address that limits count: the network for IPv6; the start of other text.
    ///
    /// Some proxies add the port, as `192.0.2.1:4711` or `[2001:db8::1]:4711`. It differs for each
    /// connection, so with it every connection would count as another client.
    package static func counted(_ text: String) -> String {
        var address = Substring(text)
        if address.hasPrefix("[") {
            address = address.dropFirst().prefix { $0 != "]" }
        } else if address.contains("."), let colon = address.lastIndex(of: ":"),
            !address[..<colon].contains(":")
        {
            address = address[..<colon]
        }
        return (try? SocketAddress(ipAddress: String(address), port: 0)).map {
            "\(PeerAddress($0))"
        } ?? String(text.prefix(64))
    }

    /// Makes the context of a request, with the peer's address of its connection.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress.map { "\(PeerAddress($0))" } ?? "unknown"
    }

    /// The text of a part of the path, without its percent-encoding.
    func text(_ parameter: String) -> String {
        let text = parameters.get(parameter) ?? ""
        return text.removingPercentEncoding ?? text
    }

    /// The name in a part of the path.
    ///
    /// - Throws: ``HostError`` with the status 400 for a name that is not legal.
    func name(_ parameter: String) throws -> String {
        let name = text(parameter)
        try HostName.require(name)
        return name
    }

    /// The client's address as limits count it; a trusted proxy reports it.
    func client(_ request: Request, trustsProxy: Bool) -> String {
        guard trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return peer }
        return Self.counted(last.trimmingCharacters(in: .whitespaces))
    }
}
