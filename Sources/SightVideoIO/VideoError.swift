/// An error about a video: its source, its stream or the file that it is written to.
public struct VideoError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case unreadable, noVideo, empty, damaged, unsupportedFormat, tooLarge, disconnected
            case timedOut, interrupted, unwritable, invalidOptions
        }

        private let kind: Kind

        /// The source cannot be opened.
        public static let unreadable = Code(kind: .unreadable)
        /// The source has no video stream: it has only audio, or it is a folder without images.
        public static let noVideo = Code(kind: .noVideo)
        /// The video stream has no frame.
        public static let empty = Code(kind: .empty)
        /// The source violates the rules of its format from the start, or so that reading cannot
        /// continue.
        public static let damaged = Code(kind: .damaged)
        /// The codec, the pixel format or a feature is not supported.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)
        /// The frames exceed the limits.
        public static let tooLarge = Code(kind: .tooLarge)
        /// The camera or the connection was lost, and connecting again failed.
        public static let disconnected = Code(kind: .disconnected)
        /// The source delivered nothing for too long.
        public static let timedOut = Code(kind: .timedOut)
        /// The caller has stopped the reader.
        public static let interrupted = Code(kind: .interrupted)
        /// The file cannot be written.
        public static let unwritable = Code(kind: .unwritable)
        /// The options contradict each other, or are not possible on this machine.
        public static let invalidOptions = Code(kind: .invalidOptions)

        /// The name of the code.
        public var description: String { kind.rawValue }
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
