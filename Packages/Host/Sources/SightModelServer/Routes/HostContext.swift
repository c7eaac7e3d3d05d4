import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SightServerSupport

/// What a request carries: besides Hummingbird's own, where it comes from.
package struct HostContext: RequestContext {
    /// Hummingbird's part.
    package var coreContext: CoreRequestContextStorage
    private let peer: String

    /// An address as limits count it: an IPv6 address by its network, what is no address as it is.
    static func counted(_ text: String) -> String {
        (try? SocketAddress(ipAddress: text, port: 0)).map { "\(PeerAddress($0))" } ?? text
    }

    /// Reads the connection.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress.map { "\(PeerAddress($0))" } ?? "unknown"
    }

    /// The client's address as limits count it; behind a trusted proxy the one that it saw.
    func client(_ request: Request, trustsProxy: Bool) -> String {
        guard trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return peer }
        return Self.counted(last.trimmingCharacters(in: .whitespaces))
    }
}
