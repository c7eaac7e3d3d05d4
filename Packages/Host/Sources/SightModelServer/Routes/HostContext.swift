import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What a request carries: besides Hummingbird's own, where it comes from.
package struct HostContext: RequestContext {
    /// Hummingbird's part.
    package var coreContext: CoreRequestContextStorage
    private let peer: String

    /// Reads the connection.
    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// The client's address; behind a trusted proxy the one that it saw.
    func client(_ request: Request, trustsProxy: Bool) -> String {
        guard trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return peer }
        return last.trimmingCharacters(in: .whitespaces)
    }
}
