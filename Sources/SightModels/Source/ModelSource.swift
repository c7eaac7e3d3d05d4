/// A place from which models are downloaded.
///
/// A source transfers bytes. ``ModelStore`` checks and stores them and locks files, so a faulty
/// source cannot install a file that is not a model, or only a part of one. Several tasks may call
/// one source at once.
public protocol ModelSource: Sendable {
    /// The SHA-256 that the model must have, whatever the server says; `nil` accepts any.
    ///
    /// The store installs no file with another SHA-256, and does not treat an installed file with
    /// another SHA-256 as up to date.
    var requiredDigest: ModelDigest? { get }

    /// The keys whose signatures the source demands; `nil` if it demands none.
    ///
    /// The store lets callers share a download only if they demand the same.
    var pinnedKeys: SigningKeys? { get }

    /// The place from which the source downloads; `nil` if the source does not state it.
    ///
    /// The store tells a source about the installed version only if that version has the same
    /// origin, and lets callers share a download only if their sources have the same origin.
    var origin: ModelOrigin? { get }

    /// Asks for the newest version of a model.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - known: the revision of the installed version, if there is one.
    /// - Returns: the manifest, or `nil` if `known` is the newest version.
    /// - Throws: ``ModelDeliveryError``.
    func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?

    /// Asks for the newest version of a model; the store calls this function.
    ///
    /// By default, it calls ``manifest(for:unless:)`` with the revision of the installed version. A
    /// source that learns the size of the newest version from its server compares it with that of
    /// the installed file as well.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - installed: the installed version, if there is one that has the origin of this source.
    /// - Returns: the manifest, or `nil` if `installed` is the newest version.
    /// - Throws: ``ModelDeliveryError``.
    func manifest(for id: ModelID, replacing installed: InstalledModel?)
        async throws(ModelDeliveryError) -> ModelManifest?

    /// Returns the revision of the bytes that ``read(_:from:into:)`` has delivered; the store
    /// records it with the installed file.
    ///
    /// - Parameter manifest: the manifest with which the bytes were read.
    /// - Returns: the revision of the manifest, or another one if the server sent another version
    ///   than it had announced.
    func deliveredRevision(of manifest: ModelManifest) -> ModelRevision?

    /// Reads the bytes of a model in order, from an offset to the end.
    ///
    /// - Parameters:
    ///   - manifest: the result of ``manifest(for:replacing:)``.
    ///   - offset: the number of bytes that have already arrived; 0 to read all.
    ///   - write: receives the next bytes; the source waits for it and throws its errors.
    /// - Throws: ``ModelDeliveryError``: `cannotResume` if the bytes from `offset` on are not
    ///   available or may belong to another version, `expired` if a new manifest is needed.
    func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError)
}

extension ModelSource {
    /// The default, `nil`: most sources accept the bytes that the server announces.
    public var requiredDigest: ModelDigest? { nil }

    /// The default, `nil`: only ``SignedModelSource`` checks signatures.
    public var pinnedKeys: SigningKeys? { nil }

    /// The default, `nil`: all sources that state no origin count as one.
    public var origin: ModelOrigin? { nil }

    /// Asks with the revision of the installed version, by default.
    public func manifest(for id: ModelID, replacing installed: InstalledModel?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        try await manifest(for: id, unless: installed?.revision)
    }

    /// Returns the revision of the manifest, by default.
    public func deliveredRevision(of manifest: ModelManifest) -> ModelRevision? {
        manifest.revision
    }
}
