import Foundation
import Hummingbird
import NIOCore

/// What the service knows about a request over HTTP beside the request itself.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection that it came by.
    let channel: any Channel

    /// Reads the connection.
    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
