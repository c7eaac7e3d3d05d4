package import Foundation
package import SightModels

/// Converts failures of the network and refusals of servers to errors.
package enum HTTPFailure {
    /// Returns the error for a failure below HTTP: no network, unknown host, broken connection,
    /// invalid certificate.
    static func error(_ error: any Error, _ url: URL) -> ModelDeliveryError {
        let host = url.host ?? "?"
        switch (error as? any NetworkFailure)?.kind {
        case .cancelled:
            return .cancelled
        case .insecure:
            return ModelDeliveryError(
                .insecure, "\(host): the secure connection failed", cause: error)
        case .silent:
            return silent(url, cause: error)
        case .unreachable(let reason):
            return ModelDeliveryError(
                .failedPrecondition, "\(host) cannot be reached (\(reason))",
                detail: RetryAdvice(), cause: error)
        case nil:
            return ModelDeliveryError(
                .failedPrecondition, "\(host) cannot be reached", detail: RetryAdvice(),
                cause: error)
        }
    }

    /// Returns the error for a server from which nothing arrives.
    static func silent(_ url: URL, cause: (any Error)? = nil) -> ModelDeliveryError {
        ModelDeliveryError(
            .failedPrecondition, "\(url.host ?? "?") does not answer in time",
            detail: RetryAdvice(), cause: cause)
    }

    /// Returns the error for a request that has reached its deadline.
    static func late(_ request: HTTPRequest) -> ModelDeliveryError {
        ModelDeliveryError(
            .failedPrecondition,
            "\(request.url.host ?? "?") takes longer than \(request.deadline) s",
            detail: RetryAdvice())
    }

    /// Returns the error for an answer whose status is not a success.
    ///
    /// - Source: the mapping of FirebaseModelDownloader for model information and downloads.
    package static func error(_ head: HTTPHead, detail: Data = Data()) -> ModelDeliveryError {
        let code: ModelDeliveryError.Code =
            switch head.status {
            case 400: .invalidArgument
            case 401, 403: .permissionDenied
            case 404: .notFound
            case 429: .resourceExhausted
            default: .internalError
            }
        let isTransient = head.status == 429 || head.status == 408 || head.status >= 500
        return ModelDeliveryError(
            code, "\(head.url.host ?? "?") answers \(head.status)\(reason(detail))",
            detail: isTransient ? RetryAdvice(after: head.retryAfter()) : nil)
    }

    /// Returns the text of Google's JSON errors, shortened and without control characters.
    private static func reason(_ detail: Data) -> String {
        struct Body: Decodable {
            struct Failure: Decodable { let message: String? }
            let error: Failure
        }
        guard let body = try? JSONDecoder().decode(Body.self, from: detail),
            let message = body.error.message, !message.isEmpty
        else { return "" }
        return ": " + printable(message)
    }

    /// Returns the beginning of a text from a server, without control characters.
    static func printable(_ text: String) -> String {
        String(
            text.prefix(300).unicodeScalars.map {
                $0.properties.generalCategory == .control ? " " : Character($0)
            })
    }
}
