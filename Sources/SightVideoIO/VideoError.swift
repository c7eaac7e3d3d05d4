@_exported public import SightErrors

/// An error about a video: its source, its stream or the file that it is written to.
public typealias VideoError = SightError<VideoErrorCode>

/// The kinds of ``VideoError``; more may be added.
public struct VideoErrorCode: SightErrorKind {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code from a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The source cannot be opened.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The source has no video stream: it has only audio, or it is a folder without images.
    public static let noVideo = Self(rawValue: "noVideo")
    /// The video stream has no frame.
    public static let empty = Self(rawValue: "empty")
    /// The source violates the rules of its format from the start, or so that reading cannot
    /// continue.
    public static let damaged = Self(rawValue: "damaged")
    /// The codec, the pixel format or a feature is not supported.
    public static let unsupportedFormat = Self(rawValue: "unsupportedFormat")
    /// The frames exceed the limits.
    public static let tooLarge = Self(rawValue: "tooLarge")
    /// The camera or the connection was lost, and connecting again failed.
    public static let disconnected = Self(rawValue: "disconnected")
    /// The source delivered nothing for too long.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The caller or the system has stopped the reader.
    ///
    /// Apple's systems do so when the app goes into the background. A new reader can read the source
    /// again.
    public static let interrupted = Self(rawValue: "interrupted")
    /// The file cannot be written.
    public static let unwritable = Self(rawValue: "unwritable")
    /// The options contradict each other, or are not possible on this machine.
    public static let invalidOptions = Self(rawValue: "invalidOptions")
}
