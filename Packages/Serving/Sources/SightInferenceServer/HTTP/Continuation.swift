import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// The interim answer for clients that ask before they send a body, as `curl` does for long ones.
///
/// - Source: RFC 9110, 10.1.1.
enum Continuation {
    /// Tells the client of an accepted request to send the body, if it waits for that.
    static func allow(_ request: Request, on channel: any Channel) {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        let interim = HTTPResponse(status: .continue)
        channel.writeAndFlush(HTTPResponsePart.head(interim), promise: nil)
    }
}
