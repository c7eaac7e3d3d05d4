import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Serves the model files to `GET` and `HEAD`, in full or one range.
struct BlobRoutes: Sendable {
    let host: HostCore

    func add(to router: Router<HostContext>) {
        router.get("blobs/{digest}", use: blob)
        router.head("blobs/{digest}", use: blob)
    }

    private func blob(_ request: Request, _ context: HostContext) throws -> Response {
        let digest = context.parameters.get("digest") ?? ""
        let query = request.uri.queryParameters
        guard let model = query.get("model"),
            let number = query.get("version").flatMap({ Int($0) }),
            let expires = query.get("expires").flatMap({ Int($0) }),
            let signature = query.get("signature"),
            Secrets.equal(signature, host.tokens.sign(digest, model, number, expires))
        else {
            throw HostError(
                .forbidden,
                "the address has no valid signature; ask for the model's information again")
        }
        guard Double(expires) > Date().timeIntervalSince1970 else {
            throw HostError(
                .badRequest, "the address has expired; ask for the model's information again")
        }
        guard let version = host.catalog.version(number, of: model), version.digest == digest
        else { throw HostError(.notFound, "the version is no longer served") }
        return try answer(request, version, context.logger)
    }

    /// Returns an answer with the file of a version, or with the requested range of it.
    func answer(_ request: Request, _ version: VersionRecord, _ logger: Logger) throws
        -> Response
    {
        let tag = "\"\(version.digest)\""
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes", .contentType: "application/octet-stream",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        if let tags = request.headers[.ifNoneMatch], EntityTags.contain(tag, in: tags) {
            return Response(status: .notModified, headers: headers)
        }
        var range = 0..<version.size
        var status = HTTPResponse.Status.ok
        let condition = request.headers[.ifRange]
        // Only `GET` has ranges: RFC 9110, section 14.2.
        if let text = request.headers[.range], request.method == .get,
            condition == nil || condition == tag
        {
            switch ByteRange.parse(text, size: version.size) {
            case .part(let part):
                range = part
                status = .partialContent
                headers[.contentRange] =
                    "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(version.size)"
            case .unsatisfiable:
                return Response(
                    status: .rangeNotSatisfiable,
                    headers: [
                        .contentRange: "bytes */\(version.size)", .acceptRanges: "bytes",
                        .cacheControl: "no-store",
                    ])
            case .ignored: break
            }
        }
        if request.method == .head {
            headers[.contentLength] = String(range.count)
            return Response(status: status, headers: headers)
        }
        let part = range
        let ledger = host.ledger
        let path = host.blobs.path(version.digest)
        let body = try BlobReader.body(path, range, logger) { sent in
            // A resumed download counts once: the answer that ends with the last byte counts.
            let isComplete = sent == part.count && part.upperBound == version.size
            ledger.note(version.model, version.number, bytes: sent, isComplete: isComplete)
        }
        return Response(status: status, headers: headers, body: body)
    }
}
