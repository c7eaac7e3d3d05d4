/// Why results could not be compared with ground truth.
public struct EvaluationError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind { case malformedText, duplicateIdentity, lengthMismatch }

        private let kind: Kind

        /// A line of a text of boxes that cannot be read.
        public static let malformedText = Code(kind: .malformedText)
        /// An identity with two boxes in one frame.
        public static let duplicateIdentity = Code(kind: .duplicateIdentity)
        /// Two lists that should be equally long and are not.
        public static let lengthMismatch = Code(kind: .lengthMismatch)
    }

    /// What kind of error: match on this.
    public var code: Code
    /// What happened, with the bad value.
    public var message: String
    /// The error below this one, if any.
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
