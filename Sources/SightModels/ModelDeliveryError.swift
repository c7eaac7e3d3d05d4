@_exported public import SightErrors

/// An error of downloading or storing a model.
///
/// The codes are those of Firebase's model downloader, and further codes that a store needs.
public typealias ModelDeliveryError = SightError<ModelDeliveryErrorCode>

/// The kinds of ``ModelDeliveryError``; more may be added.
public struct ModelDeliveryErrorCode: SightErrorKind {
    /// The advice to retry; `nil` if the same request cannot succeed later.
    public typealias Detail = RetryAdvice

    /// The name of the code.
    public let rawValue: String

    /// Makes a code from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server has no such model.
    public static let notFound = Self(rawValue: "notFound")
    /// The server refuses the request: the key or the token is wrong, or the service is
    /// switched off.
    public static let permissionDenied = Self(rawValue: "permissionDenied")
    /// There is no network connection, or the conditions do not allow the download.
    public static let failedPrecondition = Self(rawValue: "failedPrecondition")
    /// The server asks to repeat the request later.
    public static let resourceExhausted = Self(rawValue: "resourceExhausted")
    /// The disk is full.
    public static let notEnoughSpace = Self(rawValue: "notEnoughSpace")
    /// A name, an address or a setting is invalid.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// The model's name is empty.
    public static let emptyModelName = Self(rawValue: "emptyModelName")
    /// The server failed, or its answer is invalid.
    public static let internalError = Self(rawValue: "internalError")
    /// The address of the file has expired; a new manifest is needed.
    public static let expired = Self(rawValue: "expired")
    /// An interrupted download cannot be continued.
    public static let cannotResume = Self(rawValue: "cannotResume")
    /// The file has more or fewer bytes than announced.
    public static let wrongSize = Self(rawValue: "wrongSize")
    /// The SHA-256 of the file differs from the announced or required one.
    public static let wrongDigest = Self(rawValue: "wrongDigest")
    /// The file is not a TensorFlow Lite model, or only a part of one.
    public static let notAModel = Self(rawValue: "notAModel")
    /// The file is larger than the store's limit.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The address uses neither HTTPS nor the loopback interface.
    public static let insecure = Self(rawValue: "insecure")
    /// A signed manifest is missing, forged, of another model, older than one that was seen, or
    /// expired.
    public static let untrusted = Self(rawValue: "untrusted")
    /// A file of the store could not be read or written.
    public static let fileFailure = Self(rawValue: "fileFailure")
    /// The task or its progress was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
}

/// The advice that the same request may succeed later.
public struct RetryAdvice: Hashable, Sendable {
    /// The number of seconds that the server asks to wait, if it states one.
    public let after: Double?

    /// Makes the advice to repeat a request, after some seconds if the server states them.
    public init(after: Double? = nil) { self.after = after }
}

extension ModelDeliveryError {
    /// Whether the same request may succeed later.
    public var isTransient: Bool { detail != nil }
    /// The number of seconds that the server asks to wait before a retry.
    public var retryAfter: Double? { detail?.after }

    /// The error of a cancelled task.
    public static var cancelled: ModelDeliveryError {
        ModelDeliveryError(.cancelled, "the download was cancelled", cause: CancellationError())
    }
}
