/// What went wrong with a video: its source, its stream or the file it is written to.
public struct VideoError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case unreadable, noVideo, empty, damaged, unsupportedFormat, tooLarge, disconnected
            case timedOut, interrupted, unwritable, invalidOptions
        }

        private let kind: Kind

        /// A source that cannot be opened at all.
        public static let unreadable = Code(kind: .unreadable)
        /// A source without a video stream: audio only, or a folder without pictures.
        public static let noVideo = Code(kind: .noVideo)
        /// A video stream without a single frame.
        public static let empty = Code(kind: .empty)
        /// A source that breaks the rules of its format, from the start or beyond recovery.
        public static let damaged = Code(kind: .damaged)
        /// A codec, pixel format or feature that is not supported.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)
        /// Frames above the limits.
        public static let tooLarge = Code(kind: .tooLarge)
        /// A camera or a connection that is gone and did not come back.
        public static let disconnected = Code(kind: .disconnected)
        /// A source that gave nothing for too long.
        public static let timedOut = Code(kind: .timedOut)
        /// Whoever reads has asked to stop.
        public static let interrupted = Code(kind: .interrupted)
        /// A file that cannot be written.
        public static let unwritable = Code(kind: .unwritable)
        /// Options that contradict each other or do not fit the machine.
        public static let invalidOptions = Code(kind: .invalidOptions)

        /// The name of the code.
        public var description: String { kind.rawValue }
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
