import Foundation
import SightConcurrency
import SightModels

/// Reads a model's bytes over HTTP, from the beginning or from the end of an earlier attempt.
final class ModelTransfer: Sendable {
    /// The number of seconds for one attempt, as in Firebase's downloader.
    static let deadline = 600.0

    private let client: HTTPClient
    private let conditions: DownloadConditions
    private let now: @Sendable () -> Date
    /// The heads of the answers with which downloads have started, by model, revision and path.
    private let heads = Guarded<[String: HTTPHead]>([:])

    init(
        _ conditions: DownloadConditions, client: HTTPClient = HTTPClient(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.client = client
        self.conditions = conditions
        self.now = now
    }

    /// Reads from an offset to the end; see `ModelSource/read(_:from:into:)`.
    func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        guard let location = manifest.location else {
            throw ModelDeliveryError(.internalError, "\"\(manifest.id)\" has no address")
        }
        var request = HTTPRequest(location)
        request.deadline = conditions.deadline ?? Self.deadline
        request.idleTimeout = conditions.idleTimeout
        request.allowsCellularAccess = conditions.allowsCellularAccess
        request.allowsBackground = conditions.allowsBackgroundDownloading
        if offset > 0 { try addRange(manifest, offset, &request) }
        let (head, exchange) = try await client.send(request)
        do throws(ModelDeliveryError) {
            var skipped = try accept(head, manifest, offset)
            while let piece = try await exchange.next() {
                let part = skipped > 0 ? Data(piece.dropFirst(skipped)) : piece
                skipped = max(0, skipped - piece.count)
                if !part.isEmpty { try await write(part.bytes) }
            }
        } catch {
            exchange.discard()
            throw error
        }
    }

    /// Returns the head of the answer with which the download has started; `nil` if there is none.
    func head(of manifest: ModelManifest) -> HTTPHead? { heads.current[Self.key(manifest)] }

    /// Requests the rest of the file, on condition that the file is still the same.
    private func addRange(_ manifest: ModelManifest, _ offset: Int, _ request: inout HTTPRequest)
        throws(ModelDeliveryError)
    {
        let tag = head(of: manifest)?.strongTag
        guard tag != nil || manifest.digest != nil else {
            throw ModelDeliveryError(
                .cannotResume,
                "\"\(manifest.id)\": the server sent no ETag, so the download cannot be resumed")
        }
        request.headers["Range"] = "bytes=\(offset)-"
        if let tag { request.headers["If-Range"] = tag }
    }

    /// Checks the head of the answer.
    ///
    /// - Returns: the number of bytes to skip, if the server sends the file from the beginning.
    private func accept(_ head: HTTPHead, _ manifest: ModelManifest, _ offset: Int)
        throws(ModelDeliveryError) -> Int
    {
        switch head.status {
        case 206:
            guard offset > 0, let range = head.contentRange, range.start == offset else {
                throw ModelDeliveryError(
                    .cannotResume,
                    "\(head.url.host ?? "?") sends \(head["Content-Range"] ?? "a part"), but the "
                        + "part from byte \(offset) was requested")
            }
            try requireSize(range.total, manifest)
            // A cache may ignore `If-Range`: RFC 9110, section 15.3.7.3.
            if manifest.digest == nil, let tag = head["ETag"],
                tag != self.head(of: manifest)?.strongTag
            {
                throw ModelDeliveryError(
                    .cannotResume,
                    "\"\(manifest.id)\": the rest belongs to another version, \(tag)")
            }
            return 0
        case 200...299:
            try requireSize(head.contentLength, manifest)
            let known = heads.withLock { heads -> String? in
                defer { heads[Self.key(manifest)] = head }
                return heads[Self.key(manifest)]?.strongTag
            }
            // The file has changed since the first part arrived: start again.
            if offset > 0, manifest.digest == nil, known != head.strongTag {
                throw ModelDeliveryError(
                    .cannotResume, "\"\(manifest.id)\" has changed since the download began")
            }
            return offset
        case 416 where offset > 0:
            throw ModelDeliveryError(
                .cannotResume, "\(head.url.host ?? "?") has no part from byte \(offset)")
        case 400, 403:
            // Storage services use different status codes for an address that has expired.
            if let expires = manifest.expires, expires <= now() {
                throw ModelDeliveryError(
                    .expired,
                    "\"\(manifest.id)\": the download address expired at \(expires)")
            }
            throw HTTPFailure.error(head)
        default:
            throw HTTPFailure.error(head)
        }
    }

    private func requireSize(_ size: Int?, _ manifest: ModelManifest) throws(ModelDeliveryError) {
        guard let size, let expected = manifest.size, size != expected else { return }
        throw ModelDeliveryError(
            .wrongSize,
            "\"\(manifest.id)\": the file has \(size) bytes, but the server announced "
                + "\(expected)")
    }

    private static func key(_ manifest: ModelManifest) -> String {
        "\(manifest.id.name)\n\(manifest.revision?.text ?? "")\n\(manifest.location?.path ?? "")"
    }
}
