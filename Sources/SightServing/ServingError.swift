/// Why a model cannot be served, or a request cannot be answered.
public struct ServingError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Kind { case modelUnusable, invalidInput, cancelled, failed }
        private let kind: Kind

        /// The file is no model, or one that cannot run here.
        public static let modelUnusable = Code(kind: .modelUnusable)
        /// The tensors do not fit the model.
        public static let invalidInput = Code(kind: .invalidInput)
        /// Nobody waits for the result any more.
        public static let cancelled = Code(kind: .cancelled)
        /// The model failed while it ran: on values that it cannot take.
        public static let failed = Code(kind: .failed)
    }

    /// What kind: match on this.
    public var code: Code
    /// What happened, with the bad value.
    public var message: String
    /// The failure below this one, if any.
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
