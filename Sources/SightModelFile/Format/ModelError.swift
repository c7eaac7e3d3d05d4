/// Why a model cannot be loaded, prepared or run.
///
/// The message names the place, what was expected and what was found, for example
/// `CONV_2D #14 "conv_3": filter [32,3,3,4] needs 4 input channels, input is [1,96,96,3]`.
public struct ModelError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure: match on this.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case unreadable, notAModel, malformed, tooLarge, unsupported, invalidMetadata
            case invalidInput, invalidShape, invalidNode, outOfRange, cancelled
        }
        private let kind: Kind

        /// The file is missing or cannot be read.
        public static let unreadable = Code(kind: .unreadable)
        /// The bytes are not a TensorFlow Lite FlatBuffer of schema version 3.
        public static let notAModel = Code(kind: .notAModel)
        /// An offset, index, length or shape inside the file is wrong.
        public static let malformed = Code(kind: .malformed)
        /// The file, a tensor or the working memory passes a limit.
        public static let tooLarge = Code(kind: .tooLarge)
        /// The model uses operators, versions or types that this runtime does not have.
        public static let unsupported = Code(kind: .unsupported)
        /// The metadata or an associated file contradicts the model.
        public static let invalidMetadata = Code(kind: .invalidMetadata)
        /// An input array has the wrong size, type or name.
        public static let invalidInput = Code(kind: .invalidInput)
        /// An input cannot take the shape asked for.
        public static let invalidShape = Code(kind: .invalidShape)
        /// A node's tensors or options do not fit its operator.
        public static let invalidNode = Code(kind: .invalidNode)
        /// A value read from a tensor while running is not a legal index, divisor or bound.
        public static let outOfRange = Code(kind: .outOfRange)
        /// The task that asked for the run was cancelled.
        public static let cancelled = Code(kind: .cancelled)

        /// The name of the code.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure this is.
    public let code: Code
    /// What happened, with the bad value and how to mend it.
    public let message: String
    /// The failure below this one, if any.
    public let cause: (any Error)?

    /// Makes an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
