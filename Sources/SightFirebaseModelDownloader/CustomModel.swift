import SightModels

/// A model of the server that is on the device.
public struct CustomModel: Hashable, Sendable {
    /// The name that the model has on the server.
    public let name: String
    /// The size of the file in bytes.
    public let size: Int
    /// The absolute path of the file, which stays readable until the model is deleted or updated twice.
    public let path: String
    /// The SHA-256 of the file in hexadecimal digits.
    public let hash: String

    /// Describes a model of the store.
    init(_ model: InstalledModel) {
        name = model.id.name
        size = model.size
        path = model.path
        hash = model.digest.hexadecimal
    }
}
