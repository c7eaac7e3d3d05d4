import HTTPTypes
import Hummingbird
import NIOCore
import OpenInference

extension ServeError {
    /// The HTTP status of each kind.
    var status: HTTPResponse.Status {
        switch kind {
        case .invalid: .badRequest
        case .unauthorized: .unauthorized
        case .notFound: .notFound
        case .conflict: .conflict
        case .tooLarge: .contentTooLarge
        case .unsupported: .unsupportedMediaType
        case .overloaded: .tooManyRequests
        case .deadline: .gatewayTimeout
        case .unavailable: .serviceUnavailable
        case .cancelled: .init(code: 499, reasonPhrase: "Client Closed Request")
        case .failed: .internalServerError
        }
    }

    /// The answer in the protocol's form: `{"error": "…"}`.
    var response: Response {
        var response = JSONReply.make(["error": message], status: status)
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if kind == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    /// Any failure as one of the service's own; `nil` for those that nobody foresaw.
    init?(_ error: any Error) {
        switch error {
        case let error as ServeError: self = error
        case let error as ProtocolError: self.init(.invalid, error.message)
        case is CancellationError: self.init(.cancelled, "nobody waits any more")
        default: return nil
        }
    }
}
