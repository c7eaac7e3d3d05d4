/// The metadata of a server: name, version and extensions.
package struct ServerMetadata: Codable, Equatable, Sendable {
    /// The name of the program.
    package var name: String
    /// The version of the program.
    package var version: String
    /// The supported extensions of the protocol.
    package var extensions: [String]

    /// Makes metadata.
    package init(name: String, version: String, extensions: [String]) {
        self.name = name
        self.version = version
        self.extensions = extensions
    }
}
