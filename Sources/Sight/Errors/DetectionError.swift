@_exported public import SightErrors

/// An error of a detector, classifier, segmenter or tracker.
public typealias DetectionError = SightError<DetectionErrorCode>

/// The kinds of ``DetectionError``; more may be added.
public struct DetectionErrorCode: SightErrorKind {
    /// The type of the exact reason.
    public typealias Detail = DetectionFailure

    /// The name of the code.
    public let rawValue: String

    /// Makes a code from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The model file, its metadata or its tensors do not fit the task.
    public static let invalidModel = Self(rawValue: "invalidModel")
    /// The image cannot be read, or a part that is needed has no pixels.
    public static let invalidImage = Self(rawValue: "invalidImage")
    /// Options contradict each other or the model.
    public static let invalidOptions = Self(rawValue: "invalidOptions")
    /// A frame of a stream is not later than the frame before it.
    public static let timeNotIncreasing = Self(rawValue: "timeNotIncreasing")
    /// The task was cancelled; the cause is `CancellationError`.
    public static let cancelled = Self(rawValue: "cancelled")
}
