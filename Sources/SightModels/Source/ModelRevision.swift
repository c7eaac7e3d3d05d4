/// A server's mark for one version of a model: an entity tag, a hash or a number.
///
/// Equal marks mean equal bytes. Nothing else can be concluded from a mark.
public struct ModelRevision: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The mark as the server spells it.
    public let text: String

    /// Creates a revision from the server's mark.
    public init(_ text: String) { self.text = text }

    /// The mark.
    public var description: String { text }

    /// Decodes the mark as a single string.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the mark as a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
