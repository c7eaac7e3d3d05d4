import Foundation
import Hummingbird
import NIOCore

/// The context of an HTTP request: Hummingbird's own storage and the connection.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel

    /// Makes the context of a request.
    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
