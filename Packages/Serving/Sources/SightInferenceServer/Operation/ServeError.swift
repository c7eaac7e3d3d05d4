import Foundation

/// The reason why a request is refused or has failed.
///
/// The message goes to the client: it names the bad value of the request, never a path or a secret.
package struct ServeError: Error, Equatable, CustomStringConvertible {
    /// The kinds of errors; REST and gRPC each have a status for every kind.
    package enum Kind: Sendable, CaseIterable {
        case invalid, unauthorized, notFound, misdirected, conflict, tooLarge, unsupported
        case overloaded, deadline, unavailable, cancelled, failed
    }

    /// The kind of the error.
    package let kind: Kind
    /// The reason, with the bad value.
    package let message: String
    /// The seconds after which a retry makes sense; `nil` if it does not.
    package let retryAfter: Int?

    /// The largest length of a message in bytes.
    ///
    /// A message may repeat a name of any length. gRPC sends the message as a header field, where
    /// each byte of a letter other than ASCII takes three, and clients take 8 KiB of them.
    private static let longestMessage = 1024

    /// Makes an error; a message of more than 1024 bytes is cut off.
    package init(_ kind: Kind, _ message: String, retryAfter: Int? = nil) {
        self.kind = kind
        self.message =
            message.utf8.count <= Self.longestMessage
            ? message : String(decoding: message.utf8.prefix(Self.longestMessage), as: UTF8.self)
        self.retryAfter = retryAfter
    }

    /// The message.
    package var description: String { message }
}
