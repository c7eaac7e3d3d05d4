/// Where models come from.
///
/// A source moves bytes. Checking them, keeping them, locking and renaming belong to
/// ``ModelStore``, so a careless source cannot install a bad model. Any number of tasks may call one
/// source at once.
public protocol ModelSource: Sendable {
    /// The SHA-256 that the model must have, whatever the server says; `nil` for any.
    ///
    /// The store installs nothing else, and does not count an installed file of another SHA-256 as
    /// unchanged.
    var requiredDigest: ModelDigest? { get }

    /// Asks for the newest state of a model.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - known: the mark of the state that is here already, if any.
    /// - Returns: `nil` when `known` is the newest.
    /// - Throws: ``ModelSourceError``.
    func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelSourceError) -> ModelManifest?

    /// Reads the bytes of a model in order, from an offset to the end.
    ///
    /// - Parameters:
    ///   - manifest: what ``manifest(for:unless:)`` returned.
    ///   - offset: bytes that are here already; 0 for all.
    ///   - write: takes the next bytes; the source waits for it and passes its errors on.
    /// - Throws: ``ModelSourceError``: `cannotResume` when the bytes from `offset` on cannot be had
    ///   or may belong to another state, `expired` when a fresh manifest is needed.
    func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelSourceError) -> Void
    ) async throws(ModelSourceError)
}

extension ModelSource {
    /// Any: most sources leave it to the server.
    public var requiredDigest: ModelDigest? { nil }
}
