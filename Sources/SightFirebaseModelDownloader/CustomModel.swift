import SightModels

/// A downloaded model.
public struct CustomModel: Hashable, Sendable {
    /// The model's name on the server.
    public let name: String
    /// The size of the file in bytes.
    public let size: Int
    /// The absolute path of the file, which stays readable until the model is deleted or updated
    /// twice.
    public let path: String
    /// The SHA-256 of the file in hexadecimal digits.
    public let hash: String

    /// Makes the description of a model in the store.
    init(_ model: InstalledModel) {
        name = model.id.name
        size = model.size
        path = model.path
        hash = model.digest.hexadecimal
    }
}
