/// An error of a tracker.
public struct TrackingError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind { case timeNotIncreasing, invalidPlane, invalidBox }

        private let kind: Kind

        /// The frame is not later than the previous frame.
        public static let timeNotIncreasing = Code(kind: .timeNotIncreasing)
        /// The size of the plane and its number of bytes do not fit.
        public static let invalidPlane = Code(kind: .invalidPlane)
        /// The box to follow is empty, not finite or outside the image.
        public static let invalidBox = Code(kind: .invalidBox)
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
