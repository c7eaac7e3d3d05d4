public import Foundation

/// A model that a store holds whole and checked.
public struct InstalledModel: Hashable, Sendable {
    /// The model.
    public let id: ModelID
    /// Absolute path of the file.
    ///
    /// It stays readable until the model is deleted, or updated twice.
    public let path: String
    /// Bytes of the file.
    public let size: Int
    /// SHA-256 of the file.
    public let digest: ModelDigest
    /// The server's mark, if it has one.
    public let revision: ModelRevision?
    /// When the file was installed.
    public let installed: Date
}
