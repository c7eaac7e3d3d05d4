public import Foundation
public import SightModels

/// A source with a model that a small JSON file on a web server describes.
///
/// ```json
/// {"url": "bird-7.tflite", "sizeBytes": "123456", "sha256": "…64 digits…", "revision": "7"}
/// ```
///
/// `url` may be relative to the JSON file. All fields except `url` may be missing. `sizeBytes` may
/// be a number or a string. If there is no `revision`, the SHA-256 is the revision; if that is
/// missing as well, the entity tag of the JSON file is.
public struct HTTPManifestSource: ModelSource {
    /// The SHA-256 that the file must have, if known.
    public let requiredDigest: ModelDigest?
    /// The address of the JSON file.
    public var origin: ModelOrigin? { ModelOrigin("web description", url) }
    private let url: URL
    private let connection: WebConnection

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: the address of the JSON file; `{name}` is replaced by the name of the model.
    ///   - digest: the SHA-256 that the file must have, if known, whatever the JSON file says.
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

    private struct Body: Decodable {
        let url: String
        let size: Int?
        let sha256: String?
        let revision: String?

        enum CodingKeys: String, CodingKey { case url, sizeBytes, sha256, revision }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            url = try values.decode(String.self, forKey: .url)
            sha256 = try values.decodeIfPresent(String.self, forKey: .sha256)
            revision = try values.decodeIfPresent(String.self, forKey: .revision)
            if let text = try? values.decodeIfPresent(String.self, forKey: .sizeBytes) {
                guard let number = Int(text) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .sizeBytes, in: values, debugDescription: text)
                }
                size = number
            } else {
                size = try values.decodeIfPresent(Int.self, forKey: .sizeBytes)
            }
        }
    }

    /// Reads the JSON file, and the signed manifest if this source is signed.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - known: the revision of the installed version, if there is one.
    /// - Returns: the manifest, or `nil` if the JSON file has no digest and its revision is
    ///   `known`.
    /// - Throws: `ModelDeliveryError` with a code for the server's status or for a failure of the
    ///   network, `invalidArgument` for a name that cannot be part of an address, and
    ///   `internalError` for a JSON file that is malformed.
    public func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        try await manifest(for: id, unless: known, ofSize: nil)
    }

    /// Reads the JSON file, as ``manifest(for:unless:)`` does, and compares its size with that of
    /// the installed file as well.
    public func manifest(for id: ModelID, replacing installed: InstalledModel?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        try await manifest(for: id, unless: installed?.revision, ofSize: installed?.size)
    }

    private func manifest(for id: ModelID, unless known: ModelRevision?, ofSize size: Int?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        let (head, exchange) = try await connection.send(HTTPRequest(try address(id)))
        let data = try await exchange.body()
        guard (200...299).contains(head.status) else {
            throw HTTPFailure.error(head, detail: data)
        }
        var manifest = try read(data, head, id)
        if let location = manifest.location {
            manifest.signed = try await connection.signedManifest(beside: location)
        }
        // The store compares a digest with the installed file; a revision alone does not suffice.
        guard manifest.digest == nil, known != nil, manifest.revision == known,
            size == nil || manifest.size ?? size == size
        else { return manifest }
        return nil
    }

    /// Reads the file that the JSON file names; see `ModelSource.read(_:from:into:)`.
    public func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        try await connection.transfer.read(manifest, from: offset, into: write)
    }

    private func address(_ id: ModelID) throws(ModelDeliveryError) -> URL {
        let name = try WebAddress.segment(id.name)
        let text = url.absoluteString
            .replacingOccurrences(of: "{name}", with: name)
            .replacingOccurrences(of: "%7Bname%7D", with: name)
        guard let address = URL(string: text) else {
            throw ModelDeliveryError(.invalidArgument, "\"\(id)\" cannot be part of an address")
        }
        return address
    }

    private func read(_ data: Data, _ head: HTTPHead, _ id: ModelID)
        throws(ModelDeliveryError) -> ModelManifest
    {
        let body: Body
        do { body = try JSONDecoder().decode(Body.self, from: data) } catch {
            throw ModelDeliveryError(
                .internalError,
                "\(head.url.host ?? "?"): the description of \"\(id)\" is malformed",
                cause: error)
        }
        guard let location = URL(string: body.url, relativeTo: head.url)?.absoluteURL else {
            throw ModelDeliveryError(
                .internalError,
                "the description of \"\(id)\" has no valid address: "
                    + "\"\(body.url.prefix(200))\"")
        }
        try HTTPClient.requireSecure(location, from: head.url)
        let digest = body.sha256.flatMap { ModelDigest(hexadecimal: $0) }
        guard digest != nil || body.sha256 == nil, body.size ?? 0 >= 0 else {
            throw ModelDeliveryError(
                .internalError, "the description of \"\(id)\" has an invalid size or SHA-256")
        }
        let revision = body.revision ?? digest?.hexadecimal ?? head["ETag"]
        return ModelManifest(
            id: id, revision: revision.map { ModelRevision($0) }, size: body.size, digest: digest,
            location: location)
    }
}
