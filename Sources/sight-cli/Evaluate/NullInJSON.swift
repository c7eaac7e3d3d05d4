/// A number that is `null` in JSON if there is none.
///
/// The field of an optional number without this wrapper is left out.
@propertyWrapper
package struct NullInJSON: Encodable, Sendable {
    /// The number.
    package var wrappedValue: Double?

    /// Wraps a number.
    package init(wrappedValue: Double?) { self.wrappedValue = wrappedValue }

    /// Writes the number or `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
