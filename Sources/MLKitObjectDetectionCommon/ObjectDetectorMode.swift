/// Whether images are independent or frames of one stream.
public struct ObjectDetectorMode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Makes a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Each picture stands for itself: complete results, no tracking identities.
    public static let singleImage = ObjectDetectorMode(rawValue: 0)
    /// Pictures are frames of a stream: low latency, tracking identities, and the first results may
    /// be incomplete.
    public static let stream = ObjectDetectorMode(rawValue: 1)
}
