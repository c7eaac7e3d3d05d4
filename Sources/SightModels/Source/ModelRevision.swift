/// A server's mark for one state of a model: an entity tag, a hash or a number.
///
/// Opaque: equal marks mean equal bytes, nothing else follows from it.
public struct ModelRevision: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The mark as the server spells it.
    public let text: String

    /// Takes a server's mark.
    public init(_ text: String) { self.text = text }

    /// The mark.
    public var description: String { text }

    /// Reads the bare text.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
