/// Why a model cannot be had or kept.
///
/// The codes are those of Firebase's model downloader, and those that a store needs beyond them.
public struct ModelSourceError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure: match on this.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notFound, permissionDenied, failedPrecondition, resourceExhausted
            case notEnoughSpace, invalidArgument, emptyModelName, internalError
            case expired, cannotResume, wrongSize, wrongDigest, notAModel, tooLarge
            case insecure, fileFailure, cancelled
        }
        private let kind: Kind

        /// The server has no such model.
        public static let notFound = Code(kind: .notFound)
        /// The server refuses: a wrong key or token, or an interface that is switched off.
        public static let permissionDenied = Code(kind: .permissionDenied)
        /// The network is away, or the surroundings forbid the download.
        public static let failedPrecondition = Code(kind: .failedPrecondition)
        /// The server asks to come back later.
        public static let resourceExhausted = Code(kind: .resourceExhausted)
        /// The disk is full.
        public static let notEnoughSpace = Code(kind: .notEnoughSpace)
        /// A name, an address or a setting is not legal.
        public static let invalidArgument = Code(kind: .invalidArgument)
        /// The model's name is empty.
        public static let emptyModelName = Code(kind: .emptyModelName)
        /// The server failed or answered what nobody understands.
        public static let internalError = Code(kind: .internalError)
        /// The address of the bytes has run out; a fresh manifest is needed.
        public static let expired = Code(kind: .expired)
        /// The rest of a started download cannot be had.
        public static let cannotResume = Code(kind: .cannotResume)
        /// There are more or fewer bytes than announced.
        public static let wrongSize = Code(kind: .wrongSize)
        /// The bytes are not those whose SHA-256 was announced.
        public static let wrongDigest = Code(kind: .wrongDigest)
        /// The bytes are not a TensorFlow Lite model.
        public static let notAModel = Code(kind: .notAModel)
        /// The file passes the limit of the store.
        public static let tooLarge = Code(kind: .tooLarge)
        /// An address is neither HTTPS nor on this machine.
        public static let insecure = Code(kind: .insecure)
        /// A file of the store cannot be read or written.
        public static let fileFailure = Code(kind: .fileFailure)
        /// The task or its progress was cancelled.
        public static let cancelled = Code(kind: .cancelled)

        /// The name of the code.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure this is.
    public let code: Code
    /// What happened, with the bad value.
    public let message: String
    /// The failure below this one, if any.
    public let cause: (any Error)?
    /// Whether the same request may well succeed a little later.
    public let isTransient: Bool
    /// How long the server asks to wait.
    public let retryAfter: Duration?

    /// Makes an error; sources of other makers do so, too.
    public init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, isTransient: Bool = false,
        retryAfter: Duration? = nil
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isTransient = isTransient
        self.retryAfter = retryAfter
    }

    /// The work is no longer wanted.
    public static var cancelled: ModelSourceError {
        ModelSourceError(.cancelled, "the download was cancelled", cause: CancellationError())
    }

    /// The message.
    public var description: String { message }
}
