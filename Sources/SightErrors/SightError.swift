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
public struct SightError<Kind: SightErrorKind>: Error, CustomStringConvertible {
    /// The list of codes.
    public typealias Code = Kind

    /// The kind of the error.
    public let code: Kind
    /// The failure, the value that caused it and, if known, how to correct it.
    public let message: String
    /// The values that a program can use in addition to the code; `nil` if the code says
    /// everything.
    public let detail: Kind.Detail?
    /// The error that caused this one, if there is one.
    public let cause: (any Error)?

    /// Makes an error.
    public init(
        _ code: Kind, _ message: String, detail: Kind.Detail? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
