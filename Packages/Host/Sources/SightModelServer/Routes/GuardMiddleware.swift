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
        var response: Response
        do {
            let client = context.client(request, trustsProxy: trustsProxy)
            guard limiter.take(client) else {
                throw HostError(.tooManyRequests, "too many requests from \(client)")
            }
            response = try await next(request, context)
        } catch let error as HostError {
            response = error.response
        } catch let error as HTTPError
            where error.status == .notFound && Self.lacksName(request.uri.path)
        {
            // The router skips an empty name, and then has no route.
            response = HostName.refusal("").response
        } catch let error as HTTPError {
            response = HostError(error.status, error.body ?? error.status.reasonPhrase).response
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            response = HostError(.internalServerError, "the host failed").response
        }
        if let name = HTTPField.Name("X-Content-Type-Options") {
            response.headers[name] = "nosniff"
        }
        // Content after the head would be read as the answer to the connection's next request.
        if request.method == .head { response = response.createHeadResponse() }
        note(request, response, context, since: start)
        return response
    }

    /// Whether a path of publishers has an empty part, such as `models//versions`.
    private static func lacksName(_ path: String) -> Bool {
        let start = "/admin/v1/"
        return path.hasPrefix(start)
            && path.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
                .contains("")
    }

    /// Logs and counts a request by its route, because the full address may contain an API key.
    private func note(
        _ request: Request, _ response: Response, _ context: HostContext, since start: UInt64
    ) {
        let route = context.endpointPath ?? "none"
        let status = String(response.status.code)
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
        Counter(
            label: "sight_host_requests_total", dimensions: [("route", route), ("status", status)]
        ).increment()
        Timer(label: "sight_host_request_seconds", dimensions: [("route", route)])
            .recordNanoseconds(Int64(clamping: nanoseconds))
        context.logger.debug(
            "request",
            metadata: [
                "method": "\(request.method)", "route": "\(route)", "status": "\(status)",
                "milliseconds": "\(nanoseconds / 1_000_000)",
            ])
    }
}
