@_exported public import SightErrors

/// The error of a comparison of results with ground truth.
public typealias EvaluationError = SightError<EvaluationErrorCode>

/// The kinds of ``EvaluationError``; more may be added.
public struct EvaluationErrorCode: SightErrorKind {
    /// The input that caused the error; `nil` if both did, or if there is only one.
    public typealias Detail = EvaluationInput

    /// The name of the code.
    public let rawValue: String

    /// Makes a code from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A line of a text with boxes is invalid.
    public static let malformedText = Self(rawValue: "malformedText")
    /// An identity has two boxes in one frame.
    public static let duplicateIdentity = Self(rawValue: "duplicateIdentity")
    /// Two lists that must have the same length differ in length.
    public static let lengthMismatch = Self(rawValue: "lengthMismatch")
    /// A comparison needs too much memory.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The ground truth has no object.
    public static let noObject = Self(rawValue: "noObject")
}

/// The inputs of a comparison.
public enum EvaluationInput: Hashable, Sendable {
    /// The annotated boxes.
    case groundTruth
    /// The boxes of a tracker.
    case results
}
