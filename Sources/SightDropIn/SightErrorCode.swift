@_exported public import SightErrors

/// The domain of the drop-in modules' errors.
///
/// ML Kit does not publish its domains and codes, so code cannot depend on them.
public let SightErrorDomain = "Sight.ErrorDomain"

/// The key in `userInfo` for the TFLite Task Library's number of the failure, an `Int`.
///
/// It is set for failures that the Task Library, and so ML Kit, reports with the same text.
public let SightTaskLibraryCodeKey = "SightTaskLibraryCode"

/// The kinds of failure of the drop-in modules: the `code` of an error in ``SightErrorDomain``.
///
/// Numbers never change; more may be added.
public struct SightErrorCode: SightErrorKind {
    /// The TFLite Task Library's number for the failure.
    public typealias Detail = Int

    /// The number.
    public let rawValue: Int

    /// Makes a code from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An error inside the library, which should not happen.
    public static let `internal` = SightErrorCode(rawValue: 1)
    /// An image or an option is invalid.
    public static let invalidArgument = SightErrorCode(rawValue: 2)
    /// The named model file does not exist, or this build has no default model.
    public static let modelNotFound = SightErrorCode(rawValue: 3)
    /// The remote model has not been downloaded yet.
    public static let modelNotDownloaded = SightErrorCode(rawValue: 4)
    /// The model file is damaged or does not fit the task.
    public static let incompatibleModel = SightErrorCode(rawValue: 5)
    /// A necessary setup is missing.
    public static let failedPrecondition = SightErrorCode(rawValue: 6)
    /// A call that blocks was made on the main thread.
    public static let mainThread = SightErrorCode(rawValue: 7)
    /// The work was cancelled.
    public static let cancelled = SightErrorCode(rawValue: 8)
    /// The server has no such model.
    public static let notFound = SightErrorCode(rawValue: 9)
    /// The server refuses access.
    public static let permissionDenied = SightErrorCode(rawValue: 10)
    /// The server received too many requests.
    public static let resourceExhausted = SightErrorCode(rawValue: 11)
    /// The disk is full.
    public static let notEnoughSpace = SightErrorCode(rawValue: 12)
}
