import HTTPTypes
import Logging
import OpenInference

extension ServeError {
    /// The HTTP status for the kind of error.
    var status: HTTPResponse.Status {
        switch kind {
        case .invalid: .badRequest
        case .unauthorized: .unauthorized
        case .notFound: .notFound
        case .misdirected: .misdirectedRequest
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
    var answer: Answer {
        var answer = JSONReply.answer(["error": message], status: status)
        if let retryAfter { answer.headers[.retryAfter] = String(retryAfter) }
        if kind == .unauthorized { answer.headers[.wwwAuthenticate] = "Bearer" }
        return answer
    }

    /// Converts an error to one of the service; `nil` for an unexpected error.
    init?(_ error: any Error) {
        switch error {
        case let error as ServeError: self = error
        case let error as ProtocolError: self.init(.invalid, error.message)
        case is CancellationError: self.init(.cancelled, "nobody waits any more")
        default: return nil
        }
    }

    /// Converts an error to one that the client may see, and logs an unexpected error.
    static func known(_ error: any Error, _ logger: Logger) -> ServeError {
        if let known = ServeError(error) { return known }
        logger.error("request failed", metadata: ["error": "\(error)"])
        return ServeError(.failed, "the service failed")
    }
}
