/// Why a picture could not be searched for objects or labels.
public struct DetectionError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure: match on this.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case invalidModel, invalidImage, invalidOptions, timeNotIncreasing, cancelled
        }
        private let kind: Kind

        /// The model file, its metadata or its tensors do not fit the task.
        public static let invalidModel = Code(kind: .invalidModel)
        /// The picture cannot be read or has no pixels where they are needed.
        public static let invalidImage = Code(kind: .invalidImage)
        /// Options contradict each other or the model.
        public static let invalidOptions = Code(kind: .invalidOptions)
        /// A frame of a stream that is not later than the one before it.
        public static let timeNotIncreasing = Code(kind: .timeNotIncreasing)
        /// The task was cancelled; the cause is `CancellationError`.
        public static let cancelled = Code(kind: .cancelled)

        /// The name of the code.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure this is.
    public let code: Code
    /// What exactly is wrong; `nil` where the code and the cause say all.
    public let reason: Reason?
    /// What happened, with the bad value and how to mend it.
    public let message: String
    /// The error of the module below, if any.
    public let cause: (any Error)?

    /// Makes an error.
    package init(
        _ code: Code, _ message: String, reason: Reason? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
