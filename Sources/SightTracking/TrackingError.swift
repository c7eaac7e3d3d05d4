/// Why a frame could not be tracked.
public struct TrackingError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind { case timeNotIncreasing, invalidPlane, invalidBox }

        private let kind: Kind

        /// A frame that is not later than the one before it.
        public static let timeNotIncreasing = Code(kind: .timeNotIncreasing)
        /// A plane whose size and bytes do not belong together.
        public static let invalidPlane = Code(kind: .invalidPlane)
        /// A box to follow that is empty, not finite or outside the picture.
        public static let invalidBox = Code(kind: .invalidBox)
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
