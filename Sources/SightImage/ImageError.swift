@_exported public import SightErrors

/// An error about an image: its bytes, its size, or the file that contains it.
public typealias ImageError = SightError<ImageErrorCode>

/// The kinds of ``ImageError``; more may be added.
public struct ImageErrorCode: SightErrorKind {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The width, height or region cannot belong to an image.
    public static let invalidDimensions = Self(rawValue: "invalidDimensions")
    /// The rows are shorter than their pixels.
    public static let invalidRowBytes = Self(rawValue: "invalidRowBytes")
    /// There are fewer bytes than the rows need.
    public static let tooFewBytes = Self(rawValue: "tooFewBytes")
    /// The format, or a feature of the format, is not supported.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")
    /// The file violates the rules of its format.
    public static let damaged = Self(rawValue: "damaged")
    /// The image or the file exceeds the limits.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The file cannot be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The file cannot be written.
    public static let unwritable = Self(rawValue: "unwritable")
}

extension ImageError {
    /// Returns the same error with the name of the file in front of the message.
    package func naming(_ name: String) -> ImageError {
        ImageError(code, "\(name): \(message)", cause: cause)
    }
}
