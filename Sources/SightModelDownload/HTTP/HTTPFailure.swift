package import Foundation
package import SightModels

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Failures of the network and unwelcome answers as errors.
package enum HTTPFailure {
    /// A failure below HTTP: no network, no such host, a broken connection, a bad certificate.
    static func error(_ error: any Error, _ url: URL) -> ModelSourceError {
        let host = url.host ?? "?"
        guard let urlError = error as? URLError else {
            return ModelSourceError(
                .failedPrecondition, "\(host) cannot be reached", cause: error, isTransient: true)
        }
        switch urlError.code {
        case .cancelled:
            return .cancelled
        case .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .secureConnectionFailed:
            return ModelSourceError(
                .insecure, "\(host): the secure connection failed", cause: error)
        // Foundation on Linux has no code for invalid certificates, only libcurl's message.
        case .unknown where urlError.localizedDescription.hasPrefix("SSL"):
            return ModelSourceError(
                .insecure, "\(host): the secure connection failed", cause: error)
        case .timedOut:
            return ModelSourceError(
                .failedPrecondition, "\(host) does not answer in time", cause: error,
                isTransient: true)
        default:
            return ModelSourceError(
                .failedPrecondition,
                "\(host) cannot be reached (\(urlError.localizedDescription))", cause: error,
                isTransient: true)
        }
    }

    /// An answer with a status that is none of success.
    ///
    /// - Source: the mapping of FirebaseModelDownloader for model information and downloads.
    package static func error(_ head: HTTPHead, detail: Data = Data()) -> ModelSourceError {
        let code: ModelSourceError.Code =
            switch head.status {
            case 400: .invalidArgument
            case 401, 403: .permissionDenied
            case 404: .notFound
            case 429: .resourceExhausted
            default: .internalError
            }
        let isTransient = head.status == 429 || head.status == 408 || head.status >= 500
        return ModelSourceError(
            code, "\(head.url.host ?? "?") answers \(head.status)\(reason(detail))",
            isTransient: isTransient, retryAfter: isTransient ? head.retryAfter() : nil)
    }

    /// The text of Google's JSON errors, shortened and without control characters.
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
