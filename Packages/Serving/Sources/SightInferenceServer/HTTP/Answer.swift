import HTTPTypes
import Hummingbird
import NIOCore

/// An answer with all of its body.
struct Answer: Sendable {
    /// The answer's status.
    var status: HTTPResponse.Status
    /// What goes before the body, without its length.
    var headers: HTTPFields
    /// The body.
    let body: ByteBuffer

    /// As the routes give it.
    var response: Response {
        Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
