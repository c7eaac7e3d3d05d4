import Foundation
import HTTPTypes
import Hummingbird

/// A refused or failed request, answered in the form of Google's JSON errors.
///
/// The message goes to the client: it names the bad value of the request, never a path or a secret.
/// Only errors of commands, and of the start of the host, may name paths: no client gets them.
package struct HostError: Error, HTTPResponseError, CustomStringConvertible {
    /// The HTTP status.
    package let status: HTTPResponse.Status
    /// The reason, with the bad value.
    package let message: String

    /// Makes an error.
    package init(_ status: HTTPResponse.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    private struct Body: Encodable {
        struct Failure: Encodable {
            let code: Int
            let message: String
            let status: String
        }
        let error: Failure
    }

    private var name: String {
        switch status.code {
        case 400: "INVALID_ARGUMENT"
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404: "NOT_FOUND"
        case 409: "ABORTED"
        case 413: "OUT_OF_RANGE"
        case 429: "RESOURCE_EXHAUSTED"
        case 503: "UNAVAILABLE"
        default: status.code < 500 ? "FAILED_PRECONDITION" : "INTERNAL"
        }
    }

    /// The answer for this error.
    package func response(from request: Request, context: some RequestContext) throws -> Response {
        response
    }

    /// The answer for this error.
    package var response: Response {
        let failure = Body.Failure(code: status.code, message: message, status: name)
        var response = JSONReply.make(Body(error: failure), status: status)
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        if status == .unsupportedMediaType { response.headers[.acceptEncoding] = "identity" }
        if status == .tooManyRequests { response.headers[.retryAfter] = "1" }
        return response
    }

    /// The message.
    package var description: String { message }
}
