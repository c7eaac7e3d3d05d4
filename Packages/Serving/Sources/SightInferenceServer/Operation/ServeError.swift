import Foundation

/// Why a request is refused or has failed.
///
/// The message goes to the client: it names what the client sent, never a path or a secret.
package struct ServeError: Error, Equatable, CustomStringConvertible {
    /// What kind of failure; REST and gRPC each have a status for it.
    package enum Kind: Sendable, CaseIterable {
        case invalid, unauthorized, notFound, conflict, tooLarge, unsupported, overloaded
        case deadline, unavailable, cancelled, failed
    }

    /// What kind: match on this.
    package let kind: Kind
    /// What happened, with the bad value.
    package let message: String
    /// Seconds after which trying again makes sense, where it does.
    package let retryAfter: Int?

    /// Makes an error.
    package init(_ kind: Kind, _ message: String, retryAfter: Int? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The message.
    package var description: String { message }
}
