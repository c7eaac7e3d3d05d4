public import Foundation

/// What a source says about the newest state of a model, and where its bytes are.
public struct ModelManifest: Hashable, Sendable {
    /// The model.
    public var id: ModelID
    /// The server's mark; `nil` when the server has none, and then every update downloads.
    public var revision: ModelRevision?
    /// Bytes of the file, if known.
    public var size: Int?
    /// SHA-256 of the file, if known.
    public var digest: ModelDigest?
    /// Where the bytes are; `nil` for sources that need no address.
    public var location: URL?
    /// When `location` stops working, if ever.
    public var expires: Date?

    /// Describes a state of a model.
    public init(
        id: ModelID, revision: ModelRevision? = nil, size: Int? = nil, digest: ModelDigest? = nil,
        location: URL? = nil, expires: Date? = nil
    ) {
        self.id = id
        self.revision = revision
        self.size = size
        self.digest = digest
        self.location = location
        self.expires = expires
    }
}
