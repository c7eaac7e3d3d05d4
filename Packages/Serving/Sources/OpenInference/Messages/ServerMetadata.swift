/// What a server says about itself.
package struct ServerMetadata: Codable, Equatable, Sendable {
    /// The program.
    package var name: String
    /// Its version.
    package var version: String
    /// Extensions of the protocol that it knows.
    package var extensions: [String]

    /// Makes metadata.
    package init(name: String, version: String, extensions: [String]) {
        self.name = name
        self.version = version
        self.extensions = extensions
    }
}
