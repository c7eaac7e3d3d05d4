package import Foundation
public import SightModels

/// A source of models that Firebase hosts, or a host that speaks its protocol.
///
/// - Source: the requests of FirebaseModelDownloader. In addition, a host may announce the size
///   with a `sha256`; the store then checks the bytes against it, and can continue a download after
///   a restart. It may send a `signedManifest` along, for `SignedModelSource`.
public struct FirebaseSource: ModelSource {
    private let configuration: FirebaseConfiguration
    /// The address of the service that knows the models, the project and the app.
    public var origin: ModelOrigin? {
        ModelOrigin(
            "firebase", configuration.endpoints.models,
            [configuration.projectID, configuration.appID])
    }
    /// The identity that the requests use.
    package let installations: FirebaseInstallations
    private let transfer: ModelTransfer
    private let client = HTTPClient()

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - configuration: the project of the app.
    ///   - installations: the identity of the app; by default that of
    ///     ``FirebaseInstallations/shared(_:folder:)``, so that all sources of an app wait together
    ///     after a refusal.
    ///   - conditions: the conditions for downloads.
    public init(
        _ configuration: FirebaseConfiguration, installations: FirebaseInstallations? = nil,
        conditions: DownloadConditions = DownloadConditions()
    ) {
        self.init(configuration, installations, conditions) { Date() }
    }

    /// Creates a source with the caller's clock.
    package init(
        _ configuration: FirebaseConfiguration, _ installations: FirebaseInstallations?,
        _ conditions: DownloadConditions, now: @escaping @Sendable () -> Date
    ) {
        self.configuration = configuration
        self.installations = installations ?? .shared(configuration)
        transfer = ModelTransfer(conditions, now: now)
    }

    /// Asks the project for information about a model.
    ///
    /// - Returns: the manifest, or `nil` if `known` is the newest version.
    /// - Throws: `ModelDeliveryError` with a code for the server's status or for a failure of the
    ///   network; `permissionDenied` if the server refuses a renewed token as well.
    public func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        let identity = try await installations.identity()
        do throws(ModelDeliveryError) {
            return try await manifest(id, known, identity)
        } catch  where error.code == .permissionDenied {
            // The token may have been revoked: retry once with a new one.
            await installations.discard(token: identity.token)
            let renewed = try await installations.identity()
            guard renewed != identity else { throw error }
            return try await manifest(id, known, renewed)
        }
    }

    /// Reads the file from the signed address of the manifest; see
    /// `ModelSource.read(_:from:into:)`.
    public func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        try await transfer.read(manifest, from: offset, into: write)
    }

    private func manifest(
        _ id: ModelID, _ known: ModelRevision?, _ identity: FirebaseInstallations.Identity
    ) async throws(ModelDeliveryError) -> ModelManifest? {
        let (head, exchange) = try await client.send(try request(id, known, identity))
        let data = try await exchange.body()
        switch head.status {
        case 200:
            return try Self.read(head, data, id)
        case 304:
            guard let known, head["ETag"] == known.text else {
                throw ModelDeliveryError(
                    .internalError,
                    "\"\(id)\": the server answers 304 (unchanged) with the revision "
                        + "\(head["ETag"] ?? "(none)"), but the installed one is "
                        + "\(known?.text ?? "(none)")")
            }
            return nil
        default:
            throw HTTPFailure.error(head, detail: data)
        }
    }

    private func request(
        _ id: ModelID, _ known: ModelRevision?, _ identity: FirebaseInstallations.Identity
    ) throws(ModelDeliveryError) -> HTTPRequest {
        let project = try WebAddress.segment(configuration.projectID)
        let model = try WebAddress.segment(id.name)
        let url = try WebAddress.make(
            configuration.endpoints.models,
            "/v1beta2/projects/\(project)/models/\(model):download?key=\(configuration.apiKey)")
        var request = HTTPRequest(url)
        request.headers["x-ios-bundle-identifier"] = configuration.bundleID
        request.credentials["x-goog-firebase-installations-auth"] = identity.token
        if let known { request.headers["if-none-match"] = known.text }
        return request
    }

    private struct Body: Decodable {
        let downloadUri: String
        let expireTime: String?
        let sizeBytes: String
        let sha256: String?
        /// The JSON of the signed manifest, in Base64.
        let signedManifest: Data?
    }

    private static func read(_ head: HTTPHead, _ data: Data, _ id: ModelID)
        throws(ModelDeliveryError) -> ModelManifest
    {
        func bad(_ what: String, _ cause: (any Error)? = nil) -> ModelDeliveryError {
            ModelDeliveryError(
                .internalError, "\"\(id)\": the server's answer \(what)", cause: cause)
        }
        guard let tag = head["ETag"], !tag.isEmpty, tag.utf8.count <= 1024 else {
            throw bad("has no ETag")
        }
        let body: Body
        do { body = try JSONDecoder().decode(Body.self, from: data) } catch {
            throw bad("is not model information", error)
        }
        guard let location = URL(string: body.downloadUri) else {
            throw bad("has no valid address: \"\(body.downloadUri.prefix(200))\"")
        }
        try HTTPClient.requireSecure(location, from: head.url)
        guard let size = Int(body.sizeBytes), size >= 0 else {
            throw bad("has the invalid size \"\(body.sizeBytes.prefix(40))\"")
        }
        var digest: ModelDigest?
        if let text = body.sha256 {
            guard let read = ModelDigest(hexadecimal: text) else {
                throw bad("has the invalid SHA-256 \"\(text.prefix(80))\"")
            }
            digest = read
        }
        return ModelManifest(
            id: id, revision: ModelRevision(tag), size: size, digest: digest, location: location,
            expires: body.expireTime.flatMap(HTTPDate.parseRFC3339),
            signed: body.signedManifest.map { Array($0) })
    }
}
