package import Foundation

/// A model source that accepts a model only if its publisher has signed it.
///
/// The wrapped source delivers the file and a signed manifest. `SignedModelSource` checks the
/// manifest on the device: enough of the publisher's keys have signed it, it names this model, it
/// has not expired, and its version is not lower than one that the store has seen. The store then
/// refuses a file whose SHA-256 differs from the manifest's.
public struct SignedModelSource<Scheme: SignatureScheme>: ModelSource {
    /// The keys that are built into the app.
    public var pinnedKeys: SigningKeys? { pinned }
    private let base: any ModelSource
    private let pinned: SigningKeys
    private let scheme: Scheme
    private let memory: TrustMemory
    private let now: @Sendable () -> Date

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - base: the source of the model and its signed manifest; see ``ModelManifest/signed``.
    ///   - keys: the keys that are built into the app; their successors are found automatically.
    ///   - scheme: the algorithm that checks signatures.
    ///   - store: the store that remembers the highest versions and the newest keys.
    public init(_ base: any ModelSource, keys: SigningKeys, scheme: Scheme, store: ModelStore) {
        self.init(base, keys: keys, scheme: scheme, store: store) { Date() }
    }

    /// Makes a source with the caller's clock.
    package init(
        _ base: any ModelSource, keys: SigningKeys, scheme: Scheme, store: ModelStore,
        now: @escaping @Sendable () -> Date
    ) {
        self.base = base
        pinned = keys
        self.scheme = scheme
        memory = TrustMemory(root: store.root)
        self.now = now
    }

    /// The digest that the wrapped source requires.
    public var requiredDigest: ModelDigest? { base.requiredDigest }

    /// The origin of the wrapped source.
    public var origin: ModelOrigin? { base.origin }

    /// Asks for the newest version and checks its signed manifest.
    ///
    /// The wrapped source must not answer "unchanged", because that answer would not be signed.
    public func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        guard var manifest = try await base.manifest(for: id, unless: nil) else {
            throw ModelDeliveryError(
                .internalError,
                "\"\(id)\": the server answered 304 to a request without If-None-Match")
        }
        guard let bytes = manifest.signed else {
            throw ModelDeliveryError(.untrusted, "\"\(id)\" comes without a signed manifest")
        }
        let signed = try SignedManifest(json: bytes)
        let verifier = ReleaseVerifier(scheme: scheme, now: now())
        let verdict = try await memory.exclusively { () throws(ModelDeliveryError) in
            let keys = try memory.keys(pinned: pinned)
            let verdict = try verifier.verify(
                signed, of: id, keys: keys, seen: try memory.seen(id, of: keys.publisher))
            try memory.note(verdict.release, of: id, signedBy: verdict.keys)
            return verdict
        }
        guard manifest.digest ?? verdict.digest == verdict.digest,
            manifest.size ?? verdict.release.size == verdict.release.size
        else {
            throw ModelDeliveryError(
                .untrusted, "\"\(id)\": the server announces another file than the signed one")
        }
        manifest.digest = verdict.digest
        manifest.size = verdict.release.size
        return manifest
    }

    /// Returns the revision that the wrapped source has delivered.
    public func deliveredRevision(of manifest: ModelManifest) -> ModelRevision? {
        base.deliveredRevision(of: manifest)
    }

    /// Reads the bytes from the wrapped source; the store compares them with the signed SHA-256.
    public func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        try await base.read(manifest, from: offset, into: write)
    }
}
