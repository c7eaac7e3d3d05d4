/// What went wrong with a picture: its bytes, its size or the file it is in.
public struct ImageError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case invalidDimensions, invalidRowBytes, tooFewBytes, unsupportedFormat, damaged
            case tooLarge, unreadable, unwritable
        }

        private let kind: Kind

        /// A width, height or region that no picture can have.
        public static let invalidDimensions = Code(kind: .invalidDimensions)
        /// Rows that are shorter than their pixels.
        public static let invalidRowBytes = Code(kind: .invalidRowBytes)
        /// Fewer bytes than the rows need.
        public static let tooFewBytes = Code(kind: .tooFewBytes)
        /// A format, or a feature of one, that is not supported.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)
        /// A file that breaks the rules of its format.
        public static let damaged = Code(kind: .damaged)
        /// A picture or file above the limits.
        public static let tooLarge = Code(kind: .tooLarge)
        /// A file that cannot be read at all.
        public static let unreadable = Code(kind: .unreadable)
        /// A file that cannot be written.
        public static let unwritable = Code(kind: .unwritable)
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

    /// The same error with the name of the file in front.
    package func naming(_ name: String) -> ImageError {
        ImageError(code, "\(name): \(message)", cause: cause)
    }
}
