@_exported public import SightErrors

/// Why a model cannot be served, or a request cannot be answered.
public typealias ServingError = SightError<ServingErrorCode>

/// The kinds of ``ServingError``; more may be added.
public struct ServingErrorCode: SightErrorKind {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is no model, or one that cannot run here.
    public static let modelUnusable = Self(rawValue: "modelUnusable")
    /// The tensors do not fit the model.
    public static let invalidInput = Self(rawValue: "invalidInput")
    /// Nobody waits for the result any more.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The model failed while it ran: on values that it cannot take.
    public static let failed = Self(rawValue: "failed")
}
