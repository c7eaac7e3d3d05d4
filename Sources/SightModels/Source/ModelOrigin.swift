/// The place from which a source downloads, such as a web address or a Firebase project.
///
/// A ``ModelRevision`` means something only together with the origin that has stated it: two files
/// of one server can have the same time of change. The store therefore records the origin with the
/// installed file.
///
/// The value is a SHA-256, so that the store contains no addresses.
public struct ModelOrigin: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The SHA-256 of the parts, in hexadecimal digits.
    public let text: String

    /// Makes an origin from its parts.
    ///
    /// - Parameter parts: the kind of the source, and the texts that select the model there, such
    ///   as the host and the path of a file. Texts that change while the model stays the same, such
    ///   as tokens, are not parts.
    public init(_ parts: [String]) {
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        self.text = ModelDigest(of: Array(text.utf8)).hexadecimal
    }

    /// The SHA-256.
    public var description: String { text }

    /// Decodes the origin from a string.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the origin as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
