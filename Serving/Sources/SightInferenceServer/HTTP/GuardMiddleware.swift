import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// Around every request: the token, errors as JSON, a request id, a log line, numbers.
struct GuardMiddleware: RouterMiddleware {
    let token: String?
    let state: ServiceState

    func handle(
        _ request: Request, context: ServiceContext,
        next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let id = Self.requestID(request)
        var response: Response
        do {
            try check(request)
            response = try await next(request, context)
        } catch let error as HTTPError {
            let message = error.body ?? "\(request.uri.path): \(error.status.reasonPhrase)"
            response = JSONReply.make(["error": message], status: error.status)
        } catch {
            if let known = ServeError(error) {
                response = known.response
            } else {
                context.logger.error("request failed", metadata: ["error": "\(error)"])
                response = ServeError(.failed, "the service failed").response
            }
        }
        response.headers[.requestID] = id
        if state.isDraining { response.headers[.connection] = "close" }
        note(request, response, context, id: id, took: ContinuousClock.now - start)
        return response
    }

    /// Health is open to all: what asks for it has no token.
    private func check(_ request: Request) throws(ServeError) {
        guard let token, !request.uri.path.hasPrefix("/v2/health/") else { return }
        guard Token.matches(request.headers[.authorization], token) else {
            throw ServeError(.unauthorized, "a token is needed: Authorization: Bearer …")
        }
    }

    /// The client's own id when it is harmless, else a new one.
    private static func requestID(_ request: Request) -> String {
        if let id = request.headers[.requestID], (1...128).contains(id.count),
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) })
        {
            return id
        }
        return UUID().uuidString.lowercased()
    }

    private func note(
        _ request: Request, _ response: Response, _ context: ServiceContext, id: String,
        took: Duration
    ) {
        let route = context.endpointPath ?? "none"
        let status = String(response.status.code)
        Counter(label: "sight_requests_total", dimensions: [("route", route), ("status", status)])
            .increment()
        Timer(label: "sight_request_seconds", dimensions: [("route", route)])
            .recordNanoseconds(Int64(took / .nanoseconds(1)))
        context.logger.debug(
            "request",
            metadata: [
                "request": "\(id)", "method": "\(request.method)", "route": "\(route)",
                "status": "\(status)", "milliseconds": "\(took / .milliseconds(1))",
            ])
    }
}

extension HTTPField.Name {
    /// What a request is called in the log; taken over from the client.
    static let requestID = Self("X-Request-Id") ?? .userAgent
    /// How much of a body is JSON where tensors' bytes follow.
    static let headerLength = Self("Inference-Header-Content-Length") ?? .userAgent
}
