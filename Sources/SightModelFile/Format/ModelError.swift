@_exported public import SightErrors

/// The error of a model that cannot be loaded, prepared or run.
///
/// The message names the place, what was expected and what was found, for example
/// `CONV_2D #14 "conv_3": filter [32,3,3,4] needs 4 input channels, input is [1,96,96,3]`.
public typealias ModelError = SightError<ModelErrorCode>

/// The kinds of ``ModelError``; more may be added.
public struct ModelErrorCode: SightErrorKind {
    /// The name of the code.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file is missing or cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The bytes are not a TensorFlow Lite FlatBuffer of schema version 3.
    public static let notAModel = Self(rawValue: "notAModel")
    /// An offset, index, length or shape inside the file is wrong.
    public static let malformed = Self(rawValue: "malformed")
    /// The file, a tensor or the working memory exceeds a limit.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The model uses operators, versions or types that this runtime does not have.
    public static let unsupported = Self(rawValue: "unsupported")
    /// The metadata or an associated file contradicts the model.
    public static let invalidMetadata = Self(rawValue: "invalidMetadata")
    /// An input array has the wrong size, type or name.
    public static let invalidInput = Self(rawValue: "invalidInput")
    /// An input cannot take the requested shape.
    public static let invalidShape = Self(rawValue: "invalidShape")
    /// A node's tensors or options do not fit its operator.
    public static let invalidNode = Self(rawValue: "invalidNode")
    /// A value read from a tensor while running is not a legal index, divisor or bound.
    public static let outOfRange = Self(rawValue: "outOfRange")
    /// The task of the run was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
}
