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
    /// The server's mark for the version, if there is one.
    public let revision: ModelRevision?
    /// The time at which the file was installed.
    public let installed: Date
}
