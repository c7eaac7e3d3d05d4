import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Metrics

/// The outermost middleware: rate limits, security headers, errors as JSON, log lines, metrics.
struct GuardMiddleware: RouterMiddleware {
    let limiter: RateLimiter
    let trustsProxy: Bool

    func handle(
        _ request: Request, context: HostContext,
        next: (Request, HostContext) async throws -> Response
    ) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        let client = context.client(request, trustsProxy: trustsProxy)
        var response: Response
        var reason: String?
        do {
            guard limiter.take(client) else {
                throw HostError(.tooManyRequests, "too many requests from \(client)")
            }
            try Self.requirePlainBody(request)
            response = try await next(request, context)
        } catch let error as HostError {
            response = error.response
            reason = error.message
        } catch let error as HTTPError
            where error.status == .notFound && Self.lacksName(request.uri.path)
        {
            // The router skips an empty name, and then has no route.
            response = HostName.refusal("").response
        } catch let error as HTTPError {
            let refusal = HostError(error.status, error.body ?? error.status.reasonPhrase)
            response = refusal.response
            reason = refusal.message
        } catch {
            response = HostError(.internalServerError, "the host failed").response
            reason = "\(error)"
        }
        if let name = HTTPField.Name("X-Content-Type-Options") {
            response.headers[name] = "nosniff"
        }
        // Content after the head would be read as the answer to the connection's next request.
        if request.method == .head { response = response.createHeadResponse() }
        var facts: Logger.Metadata = ["client": "\(client)", "method": "\(request.method)"]
        facts["reason"] = reason.map { "\($0)" }
        note(facts, response, context, since: start)
        return response
    }

    /// Refuses a body with a content coding, because the host decompresses none.
    private static func requirePlainBody(_ request: Request) throws {
        guard let coding = request.headers[.contentEncoding], coding.lowercased() != "identity"
        else { return }
        throw HostError(
            .unsupportedMediaType,
            "the Content-Encoding \"\(coding.prefix(40))\" is not supported: send the body without")
    }

    /// Whether a path of publishers has an empty part, such as `models//versions`.
    private static func lacksName(_ path: String) -> Bool {
        let start = "/admin/v1/"
        return path.hasPrefix(start)
            && path.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
                .contains("")
    }

    /// Logs and counts a request by its route, because the full address may contain an API key.
    ///
    /// The operator has to know of answers that are the host's own failures, such as a full disk.
    private func note(
        _ facts: Logger.Metadata, _ response: Response, _ context: HostContext, since start: UInt64
    ) {
        let route = context.endpointPath ?? "none"
        let status = String(response.status.code)
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
        Counter(
            label: "sight_host_requests_total", dimensions: [("route", route), ("status", status)]
        ).increment()
        Timer(label: "sight_host_request_seconds", dimensions: [("route", route)])
            .recordNanoseconds(Int64(clamping: nanoseconds))
        let measured: Logger.Metadata = [
            "route": "\(route)", "status": "\(status)",
            "milliseconds": "\(nanoseconds / 1_000_000)",
        ]
        let isFailure = response.status.code >= 500
        context.logger.log(
            level: isFailure ? .error : .debug, isFailure ? "request failed" : "request",
            metadata: facts.merging(measured) { $1 })
    }
}
