/// An error about an image: its bytes, its size, or the file that contains it.
public struct ImageError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind {
            case invalidDimensions, invalidRowBytes, tooFewBytes, unsupportedFormat, damaged
            case tooLarge, unreadable, unwritable
        }

        private let kind: Kind

        /// The width, height or region cannot belong to an image.
        public static let invalidDimensions = Code(kind: .invalidDimensions)
        /// The rows are shorter than their pixels.
        public static let invalidRowBytes = Code(kind: .invalidRowBytes)
        /// There are fewer bytes than the rows need.
        public static let tooFewBytes = Code(kind: .tooFewBytes)
        /// The format, or a feature of the format, is not supported.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)
        /// The file violates the rules of its format.
        public static let damaged = Code(kind: .damaged)
        /// The image or the file exceeds the limits.
        public static let tooLarge = Code(kind: .tooLarge)
        /// The file cannot be read.
        public static let unreadable = Code(kind: .unreadable)
        /// The file cannot be written.
        public static let unwritable = Code(kind: .unwritable)
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

    /// The same error with the name of the file in front.
    package func naming(_ name: String) -> ImageError {
        ImageError(code, "\(name): \(message)", cause: cause)
    }
}
