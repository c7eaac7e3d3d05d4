@_exported public import SightErrors

/// An error of a tracker.
public typealias TrackingError = SightError<TrackingErrorCode>

/// The kinds of ``TrackingError``; more may be added.
public struct TrackingErrorCode: SightErrorKind {
    /// The name of the code.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The frame is not later than the previous frame.
    public static let timeNotIncreasing = Self(rawValue: "timeNotIncreasing")
    /// The size of the plane and its number of bytes do not fit.
    public static let invalidPlane = Self(rawValue: "invalidPlane")
    /// The box to follow is empty, not finite or outside the image.
    public static let invalidBox = Self(rawValue: "invalidBox")
}
