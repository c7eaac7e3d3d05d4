@_exported public import SightErrors

/// The error of a model that cannot be served, or of a request that cannot be answered.
public typealias ServingError = SightError<ServingErrorCode>

/// The kinds of ``ServingError``; more may be added.
public struct ServingErrorCode: SightErrorKind {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is no model, or this runtime cannot run it.
    public static let modelUnusable = Self(rawValue: "modelUnusable")
    /// The tensors do not fit the model.
    public static let invalidInput = Self(rawValue: "invalidInput")
    /// The run was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The run failed because the model cannot process the values.
    public static let failed = Self(rawValue: "failed")
}
