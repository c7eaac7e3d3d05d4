public import Foundation

/// The information of a source about the newest version of a model.
public struct ModelManifest: Hashable, Sendable {
    /// The model.
    public var id: ModelID
    /// The revision of the version; without one (`nil`), every update downloads the file.
    public var revision: ModelRevision?
    /// The size of the file in bytes, if known.
    public var size: Int?
    /// The SHA-256 of the file, if known.
    public var digest: ModelDigest?
    /// The address of the file; `nil` for a source that needs no address.
    public var location: URL?
    /// The time at which the address stops working; `nil` if it does not, or if this is unknown.
    public var expires: Date?
    /// The JSON of a ``SignedManifest`` that the source sent, if any; it has not been checked.
    public var signed: [UInt8]?

    /// Creates a manifest.
    public init(
        id: ModelID, revision: ModelRevision? = nil, size: Int? = nil, digest: ModelDigest? = nil,
        location: URL? = nil, expires: Date? = nil, signed: [UInt8]? = nil
    ) {
        self.id = id
        self.revision = revision
        self.size = size
        self.digest = digest
        self.location = location
        self.expires = expires
        self.signed = signed
    }
}
