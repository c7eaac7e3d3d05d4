package import Foundation
package import SightModels

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Converts failures of the network and refusals of servers to errors.
package enum HTTPFailure {
    /// Returns the error for a failure below HTTP: no network, unknown host, broken connection,
    /// invalid certificate.
    static func error(_ error: any Error, _ url: URL) -> ModelDeliveryError {
        let host = url.host ?? "?"
        guard let urlError = error as? URLError else {
            return ModelDeliveryError(
                .failedPrecondition, "\(host) cannot be reached", detail: RetryAdvice(),
                cause: error)
        }
        switch urlError.code {
        case .cancelled:
            return .cancelled
        case .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .secureConnectionFailed:
            return ModelDeliveryError(
                .insecure, "\(host): the secure connection failed", cause: error)
        // On Linux, Foundation reports an invalid TLS certificate with the code of an unreachable
        // network, and does not pass on the error number of libcurl. Only the text of libcurl,
        // which starts with "SSL" for all failures of TLS, distinguishes the two. A failure with
        // another text counts as transient; no text makes the connection trusted.
        case .unknown where urlError.localizedDescription.hasPrefix("SSL"):
            return ModelDeliveryError(
                .insecure, "\(host): the secure connection failed", cause: error)
        case .timedOut:
            return ModelDeliveryError(
                .failedPrecondition, "\(host) does not answer in time", detail: RetryAdvice(),
                cause: error)
        default:
            return ModelDeliveryError(
                .failedPrecondition,
                "\(host) cannot be reached (\(urlError.localizedDescription))",
                detail: RetryAdvice(), cause: error)
        }
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
        let text = message.prefix(300).unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : Character($0)
        }
        return ": " + String(text)
    }
}
