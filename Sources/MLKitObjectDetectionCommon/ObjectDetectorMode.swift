/// The mode of a detector: independent images or frames of one stream.
public struct ObjectDetectorMode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Makes a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Images are independent: results are complete and have no tracking IDs.
    public static let singleImage = ObjectDetectorMode(rawValue: 0)
    /// Images are frames of one stream: the latency is low, objects have tracking IDs, and the
    /// first results may be incomplete.
    public static let stream = ObjectDetectorMode(rawValue: 1)
}
