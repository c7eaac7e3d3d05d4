import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SightServing

/// Answers in JSON.
enum JSONReply {
    /// Encodes a value, as the command line does.
    static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        guard let data = try? ReportEncoder.line(value) else {
            return Response(status: .internalServerError)
        }
        return make(bytes: Array(data), status: status)
    }

    /// Takes JSON as it is.
    static func make(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
