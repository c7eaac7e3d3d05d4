/// Why a model could not be downloaded or stored.
///
/// The codes are those of Firebase's model downloader, and further codes that a store needs.
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
        /// The server refuses the request: the key or the token is wrong, or the service is
        /// switched off.
        public static let permissionDenied = Code(kind: .permissionDenied)
        /// There is no network connection, or the conditions do not allow the download.
        public static let failedPrecondition = Code(kind: .failedPrecondition)
        /// The server asks to repeat the request later.
        public static let resourceExhausted = Code(kind: .resourceExhausted)
        /// The disk is full.
        public static let notEnoughSpace = Code(kind: .notEnoughSpace)
        /// A name, an address or a setting is invalid.
        public static let invalidArgument = Code(kind: .invalidArgument)
        /// The model's name is empty.
        public static let emptyModelName = Code(kind: .emptyModelName)
        /// The server failed, or its answer is invalid.
        public static let internalError = Code(kind: .internalError)
        /// The address of the file has expired; a new manifest is needed.
        public static let expired = Code(kind: .expired)
        /// An interrupted download cannot be continued.
        public static let cannotResume = Code(kind: .cannotResume)
        /// The file has more or fewer bytes than announced.
        public static let wrongSize = Code(kind: .wrongSize)
        /// The SHA-256 of the file differs from the announced or required one.
        public static let wrongDigest = Code(kind: .wrongDigest)
        /// The file is not a TensorFlow Lite model.
        public static let notAModel = Code(kind: .notAModel)
        /// The file is larger than the store's limit.
        public static let tooLarge = Code(kind: .tooLarge)
        /// The address uses neither HTTPS nor the loopback interface.
        public static let insecure = Code(kind: .insecure)
        /// A file of the store could not be read or written.
        public static let fileFailure = Code(kind: .fileFailure)
        /// The task or its progress was cancelled.
        public static let cancelled = Code(kind: .cancelled)

        /// The name of the code.
        public var description: String { kind.rawValue }
    }

    /// The kind of the error.
    public let code: Code
    /// What happened, with the value that caused it.
    public let message: String
    /// The error that caused this one, if there is one.
    public let cause: (any Error)?
    /// Whether the same request may succeed a little later.
    public let isTransient: Bool
    /// How many seconds the server asks to wait before a retry.
    public let retryAfter: Double?

    /// Creates an error; sources outside of this package may do so, too.
    public init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, isTransient: Bool = false,
        retryAfter: Double? = nil
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isTransient = isTransient
        self.retryAfter = retryAfter
    }

    /// An error that says that the task was cancelled.
    public static var cancelled: ModelSourceError {
        ModelSourceError(.cancelled, "the download was cancelled", cause: CancellationError())
    }

    /// The message.
    public var description: String { message }
}
