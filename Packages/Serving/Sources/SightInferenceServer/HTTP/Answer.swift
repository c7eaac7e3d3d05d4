import HTTPTypes
import Hummingbird
import NIOCore

/// An HTTP answer with a complete body.
struct Answer: Sendable {
    /// The answer's status.
    var status: HTTPResponse.Status
    /// The header fields without `Content-Length`.
    var headers: HTTPFields
    /// The body.
    let body: ByteBuffer

    /// The answer as Hummingbird's response.
    var response: Response {
        Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
