/// A message that does not follow the Open Inference Protocol.
package struct ProtocolError: Error, Sendable, CustomStringConvertible {
    /// The reason, with the bad value.
    package let message: String

    /// Makes an error.
    package init(_ message: String) { self.message = message }

    /// The message.
    package var description: String { message }
}
