public import Foundation
public import SightModels

/// A source with one model, which is a file on a web server.
///
/// The revision is the entity tag of the file, or the time of its last change. If the server has
/// neither and the source has no digest, every update downloads the whole file. A file of another
/// size is another version, whatever its tag and its time are.
///
/// The answers to `HEAD` and `GET` may state different revisions of one file, because other servers
/// or caches gave them, or because only one of them is compressed. If the answer to `HEAD` states
/// another revision than the installed one, the source therefore asks for the first byte with
/// `GET`; if this still comes from the installed revision, nothing is downloaded.
///
/// A server may refuse `HEAD` requests, as storage services do for addresses that are signed for
/// `GET`: the source then asks for the first byte with `GET`.
public struct HTTPFileSource: ModelSource {
    /// The SHA-256 that the file must have, if known.
    public let requiredDigest: ModelDigest?
    /// The address of the file, without the parameters of signed addresses, such as `X-Amz-Date`.
    public var origin: ModelOrigin? { ModelOrigin("web file", url) }
    private let url: URL
    private let connection: WebConnection

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: the address of the file; HTTPS, or HTTP on this machine.
    ///   - digest: the SHA-256 that the file must have, if known.
    ///   - isSigned: whether to ask for the signed manifest, whose address is that of the file with
    ///     `.signed.json` at the end of the path; for `SignedModelSource`.
    ///   - conditions: the conditions for downloads.
    public init(
        _ url: URL, digest: ModelDigest? = nil, isSigned: Bool = false,
        conditions: DownloadConditions = DownloadConditions()
    ) {
        self.url = url
        requiredDigest = digest
        connection = WebConnection(isSigned: isSigned, conditions: conditions)
    }

    /// Asks the server for the headers of the file, and for the signed manifest if this source is
    /// signed.
    ///
    /// - Parameters:
    ///   - id: the model, for the manifest; the address does not depend on it.
    ///   - known: the revision of the installed version, if there is one.
    /// - Returns: the manifest, or `nil` if `known` is the newest version. The size and the
    ///   revision are `nil` if the server does not state them.
    /// - Throws: `ModelDeliveryError` with a code for the server's status or for a failure of the
    ///   network; `internalError` if the server says that a version is unchanged which was not
    ///   asked for.
    public func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        try await manifest(for: id, unless: known, ofSize: nil)
    }

    /// Asks the server as ``manifest(for:unless:)`` does, and compares the size of its file with
    /// that of the installed file as well.
    public func manifest(for id: ModelID, replacing installed: InstalledModel?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        try await manifest(for: id, unless: installed?.revision, ofSize: installed?.size)
    }

    private func manifest(for id: ModelID, unless known: ModelRevision?, ofSize size: Int?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        var manifest = ModelManifest(id: id, digest: requiredDigest, location: url)
        manifest.signed = try await connection.signedManifest(beside: url)
        var (head, method) = try await head(unless: known)
        if head.status == 304, !Self.mayHaveSize(head, size) {
            // Two files may have one tag: ask without a condition.
            (head, method) = try await self.head(unless: nil)
        }
        switch head.status {
        case 200...299:
            manifest.size = Self.size(head)
            manifest.revision = (head["ETag"] ?? head["Last-Modified"]).map { ModelRevision($0) }
            guard let known else { return manifest }
            if manifest.revision == known, Self.mayHaveSize(head, size) { return nil }
            if method == "HEAD", try await isStillSent(known, ofSize: size, head) { return nil }
            return manifest
        case 304 where Self.mayDescribe(head, known, ofSize: size):
            return nil
        case 304:
            throw ModelDeliveryError(
                .internalError,
                "\(url.host ?? "?") answers 304 (unchanged) for \(known?.text ?? "no revision"), "
                    + "but its file has the ETag \(head["ETag"] ?? "(none)") and the length "
                    + "\(head["Content-Length"] ?? "(none)")")
        case 416:
            // The file has no first byte: the download will show whether it is empty.
            return manifest
        default:
            throw HTTPFailure.error(head)
        }
    }

    /// Asks for the head of the file with `HEAD` and, if the server refuses this, with `GET`.
    ///
    /// - Returns: the head, and the method that the server has answered.
    private func head(unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> (head: HTTPHead, method: String)
    {
        let head = try await answer(to: "HEAD", unless: known)
        guard [403, 404, 405, 501].contains(head.status) else { return (head, "HEAD") }
        return (try await answer(to: "GET", unless: known), "GET")
    }

    /// Whether the server answers `GET` with the installed revision, whatever it answers to `HEAD`.
    ///
    /// A source with a digest does not ask, because the store compares the digest. If the answer to
    /// `HEAD` states another size than that of the installed file, the answer to `GET` has to state
    /// the size of the installed file.
    private func isStillSent(_ known: ModelRevision, ofSize size: Int?, _ described: HTTPHead)
        async throws(ModelDeliveryError) -> Bool
    {
        guard requiredDigest == nil else { return false }
        let isInDoubt = !Self.mayHaveSize(described, size)
        let head = try await answer(to: "GET", unless: isInDoubt ? nil : known)
        guard head.status == 304 || (200...299).contains(head.status),
            isInDoubt ? Self.size(head) == size : Self.mayHaveSize(head, size),
            let sent = Self.revision(of: head, like: known)
        else { return false }
        return Self.isWeaklyEqual(sent, to: known)
    }

    /// Returns the head of the answer to `HEAD`, or to `GET` for the first byte.
    private func answer(to method: String, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> HTTPHead
    {
        var request = HTTPRequest(url)
        request.method = method
        if let known, known.text.contains("\"") { request.headers["If-None-Match"] = known.text }
        if method == "GET" { request.headers["Range"] = "bytes=0-0" }
        let (head, exchange) = try await connection.send(request)
        // A server without ranges sends the whole file, of which only the head is wanted.
        exchange.discard()
        return head
    }

    /// Returns the size of the file; `nil` if the answer does not state it.
    ///
    /// Some servers announce 0 bytes in each answer without a body, as the one to `HEAD`.
    private static func size(_ head: HTTPHead) -> Int? {
        let size = head.status == 206 ? head.contentRange?.total : head.contentLength
        return size.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether an answer states the size of the installed file, or no size.
    private static func mayHaveSize(_ head: HTTPHead, _ installed: Int?) -> Bool {
        guard let installed, let stated = size(head) else { return true }
        return stated == installed
    }

    /// Whether an answer may describe the installed file: it states neither another entity tag nor
    /// another size.
    private static func mayDescribe(
        _ head: HTTPHead, _ known: ModelRevision?, ofSize installed: Int?
    ) -> Bool {
        known != nil && isWeaklyEqual(head["ETag"], to: known) && mayHaveSize(head, installed)
    }

    /// Whether the revision of an answer is missing or equal to the known one, except that one of
    /// them may be a weak tag: a proxy that can compress the file makes its tag weak in some
    /// answers.
    ///
    /// - Source: RFC 9110, section 8.8.3.2; `If-None-Match` compares weakly.
    private static func isWeaklyEqual(_ stated: String?, to known: ModelRevision?) -> Bool {
        func opaque(_ tag: String) -> Substring {
            tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        }
        guard let stated else { return true }
        return known.map { opaque(stated) == opaque($0.text) } ?? false
    }

    /// Returns the revision of the file that the server has sent.
    ///
    /// A network of caches may describe the new file in its answer to `HEAD`, and then send the old
    /// one from another cache. With the revision of the new file, the old one would stay installed.
    ///
    /// - Parameter manifest: the manifest with which the file was read.
    /// - Returns: the revision of the manifest if the server has sent that file, or has sent no
    ///   revision of the same kind.
    public func deliveredRevision(of manifest: ModelManifest) -> ModelRevision? {
        guard let announced = manifest.revision, let head = connection.transfer.head(of: manifest)
        else { return manifest.revision }
        let sent = Self.revision(of: head, like: announced)
        guard let sent, !Self.isWeaklyEqual(sent, to: announced) else { return announced }
        return ModelRevision(sent)
    }

    /// Returns the revision in an answer that is of the same kind as another: its time or its tag.
    private static func revision(of head: HTTPHead, like revision: ModelRevision) -> String? {
        head[HTTPDate.parse(revision.text) != nil ? "Last-Modified" : "ETag"]
    }

    /// Reads the file from an offset; see `ModelSource.read(_:from:into:)`.
    public func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        try await connection.transfer.read(manifest, from: offset, into: write)
    }
}
