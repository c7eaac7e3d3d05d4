import Foundation
import SightModels

/// The signed manifest beside a file on a web server.
enum SignedManifestFile {
    /// Reads the manifest; `nil` if the server has none.
    ///
    /// - Throws: `ModelDeliveryError`, also for a manifest that is too large.
    static func read(
        beside file: URL, _ conditions: DownloadConditions
    ) async throws(ModelDeliveryError) -> [UInt8]? {
        guard var parts = URLComponents(url: file, resolvingAgainstBaseURL: true) else {
            throw ModelDeliveryError(.invalidArgument, "\(file.host ?? "?"): no address of a file")
        }
        parts.percentEncodedPath += SignedManifest.suffix
        guard let url = parts.url else {
            throw ModelDeliveryError(.invalidArgument, "\(file.host ?? "?"): no address of a file")
        }
        var request = HTTPRequest(url)
        request.allowsCellularAccess = conditions.allowsCellularAccess
        let (head, exchange) = try await HTTPClient().send(request)
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
}
