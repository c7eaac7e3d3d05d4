public import Foundation

/// A model that is completely stored and has been checked.
public struct InstalledModel: Hashable, Sendable {
    /// The model.
    public let id: ModelID
    /// The absolute path of the file.
    ///
    /// The file stays readable until the model is deleted, or updated twice.
    public let path: String
    /// The size of the file in bytes.
    public let size: Int
    /// The SHA-256 of the file.
    public let digest: ModelDigest
    /// The revision of the version, if its source has stated one.
    public let revision: ModelRevision?
    /// The origin of the version; `nil` if its source has stated none, or if a store installed the
    /// version before it recorded origins.
    public let origin: ModelOrigin?
    /// The time at which the file was installed.
    public let installed: Date
}
