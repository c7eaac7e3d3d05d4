public import Foundation

/// The error of a module of Sight: its kind, its message and the error that caused it.
///
/// Each module gives its errors a name and a list of codes:
///
/// ```swift
/// public typealias TrackingError = SightError<TrackingErrorCode>
///
/// throw TrackingError(.invalidBox, "the box \(box) is empty")
/// ```
///
/// Match the code, or the detail if the module has details. The message is for people, and its
/// wording may change.
public struct SightError<Kind: SightErrorKind>: LocalizedError, CustomStringConvertible {
    /// The list of codes.
    public typealias Code = Kind

    /// The parts of an error.
    ///
    /// An error is one reference to them, so functions that hand it on need few instructions.
    private final class Parts: Sendable {
        let code: Kind
        let message: String
        let detail: Kind.Detail?
        let cause: (any Error)?

        init(code: Kind, message: String, detail: Kind.Detail?, cause: (any Error)?) {
            self.code = code
            self.message = message
            self.detail = detail
            self.cause = cause
        }
    }

    private let parts: Parts

    /// The kind of the error.
    public var code: Kind { parts.code }
    /// The failure, the value that caused it and, if known, how to correct it.
    public var message: String { parts.message }
    /// The values that a program can use in addition to the code; `nil` if the code says
    /// everything.
    public var detail: Kind.Detail? { parts.detail }
    /// The error that caused this one, if there is one.
    public var cause: (any Error)? { parts.cause }

    /// Makes an error.
    public init(
        _ code: Kind, _ message: String, detail: Kind.Detail? = nil, cause: (any Error)? = nil
    ) {
        parts = Parts(code: code, message: message, detail: detail, cause: cause)
    }

    /// The message.
    public var description: String { message }

    /// The message, which Foundation gives as the error's `localizedDescription`.
    public var errorDescription: String? { message }
}
