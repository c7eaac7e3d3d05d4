/// A server's name for one version of a model: an entity tag, a time, a hash or a number.
///
/// Equal revisions of one ``ModelOrigin`` mean equal bytes. Nothing else can be concluded from a
/// revision.
public struct ModelRevision: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The revision as the server spells it.
    public let text: String

    /// Creates a revision from the server's text.
    public init(_ text: String) { self.text = text }

    /// The text.
    public var description: String { text }

    /// Decodes the revision from a string.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the revision as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
