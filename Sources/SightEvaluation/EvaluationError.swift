/// Why results could not be compared with ground truth.
public struct EvaluationError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind { case malformedText, duplicateIdentity, lengthMismatch }

        private let kind: Kind

        /// A line of a text with boxes is invalid.
        public static let malformedText = Code(kind: .malformedText)
        /// An identity has two boxes in one frame.
        public static let duplicateIdentity = Code(kind: .duplicateIdentity)
        /// Two lists that must have the same length differ in length.
        public static let lengthMismatch = Code(kind: .lengthMismatch)
    }

    /// The kind of the error.
    public var code: Code
    /// What happened, with the value that caused it.
    public var message: String
    /// The error that caused this one, if there is one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
