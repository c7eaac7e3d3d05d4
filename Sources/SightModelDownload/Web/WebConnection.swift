import Foundation
import SightModels

/// The requests of a source on a web server, under the conditions for downloads.
struct WebConnection: Sendable {
    /// Reads the bytes of models.
    let transfer: ModelTransfer
    private let isSigned: Bool
    private let conditions: DownloadConditions

    /// Creates a connection; if it `isSigned`, ``signedManifest(beside:)`` asks for manifests.
    init(isSigned: Bool, conditions: DownloadConditions) {
        transfer = ModelTransfer(conditions)
        self.isSigned = isSigned
        self.conditions = conditions
    }

    /// Sends a request about a model, and waits for the head of the answer.
    func send(_ request: HTTPRequest) async throws(ModelDeliveryError) -> (HTTPHead, HTTPExchange) {
        var request = request
        request.allowsCellularAccess = conditions.allowsCellularAccess
        return try await HTTPClient().send(request)
    }

    /// Reads the signed manifest beside a file; `nil` if the source is not signed, or if the server
    /// has none.
    ///
    /// - Throws: `ModelDeliveryError`, also for a manifest that is too large.
    func signedManifest(beside file: URL) async throws(ModelDeliveryError) -> [UInt8]? {
        guard isSigned else { return nil }
        guard var parts = URLComponents(url: file, resolvingAgainstBaseURL: true) else {
            throw Self.invalid(file)
        }
        parts.percentEncodedPath += SignedManifest.suffix
        guard let url = parts.url else { throw Self.invalid(file) }
        let (head, exchange) = try await send(HTTPRequest(url))
        switch head.status {
        case 200...299: return Array(try await exchange.body(limit: SignedManifest.maximumSize))
        case 404, 410:
            exchange.discard()
            return nil
        default:
            exchange.discard()
            throw HTTPFailure.error(head)
        }
    }

    private static func invalid(_ file: URL) -> ModelDeliveryError {
        ModelDeliveryError(
            .invalidArgument, "\(file.host ?? "?"): this is not a valid address of a file")
    }
}
