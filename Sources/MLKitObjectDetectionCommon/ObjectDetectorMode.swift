/// The mode of a detector: independent images or frames of one stream.
public struct ObjectDetectorMode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Makes a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Images are independent: results are complete and have no tracking IDs.
    public static let singleImage = ObjectDetectorMode(rawValue: 0)
    /// Images are frames of one stream.
    ///
    /// An object that waits for its confirmation is left out: an object with a low score has to be
    /// detected in several frames. From then on it has its tracking ID. Use ``singleImage`` for
    /// photos. With `isLowLatency`, results do not wait for their detection, and the first ones may
    /// be empty.
    public static let stream = ObjectDetectorMode(rawValue: 1)
}
